import fc from 'fast-check';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { applyEvent, completeReply, newReply, type Message, type StreamEvent } from '@parley/core';
import { createChatStore } from '../chat-store.ts';
import { memoryStorage } from '../../testing/memory-storage.ts';
import { ScriptedApi } from '../../testing/scripted-api.ts';
import { question, USAGE } from '../../testing/scripted-samples.ts';
import type { ScriptedStream } from '../../testing/scripted-stream.ts';

/** The scripted steps of a connection before it runs to its end. */
interface Weather {
  steps: ('next' | 'repeat' | 'skip' | 'snapshot' | 'beat')[];
  end: 'cut' | 'close' | 'silence' | 'wake' | 'reload';
}

const weather = fc.record<Weather>({
  steps: fc.array(fc.constantFrom('next', 'next', 'next', 'repeat', 'skip', 'snapshot', 'beat'), { maxLength: 12 }),
  end: fc.constantFrom('cut', 'close', 'silence', 'wake', 'reload'),
});

const pieces = fc.array(
  fc.record({
    kind: fc.constantFrom('content', 'reasoning'),
    text: fc.string({ minLength: 1, maxLength: 4, unit: 'grapheme' }),
  }),
  { minLength: 1, maxLength: 25 },
);

/** Builds a reply on the server: its events, and its message after each of them. */
function writeScript(parts: { kind: 'content' | 'reasoning'; text: string }[]) {
  const accepted: StreamEvent = {
    type: 'accepted',
    generationId: 'run',
    userMessageId: 'q1',
    assistantMessageId: 'r1',
  };
  const middle = parts.map(({ kind, text }): StreamEvent =>
    kind === 'content' ? { type: kind, content: text } : { type: kind, content: text, status: 'streaming' },
  );
  const states: Message[] = [newReply('run', { id: 'r1', now: 0, mode: 'normal' })];
  for (const [index, event] of middle.entries()) {
    states.push(applyEvent(states[index] as Message, { seq: index + 1, event }));
  }
  const final = completeReply(states.at(-1) as Message, 'complete');
  const events: StreamEvent[] = [accepted, ...middle, { type: 'done', message: final, usage: USAGE }];
  return { events, states, final };
}

type Script = ReturnType<typeof writeScript>;

/** Plays one connection and returns the position reached in the reply. */
async function play(stream: ScriptedStream, { events, states }: Script, steps: Weather['steps']): Promise<number> {
  let seq = stream.after + 1;
  const send = async (at: number): Promise<void> => {
    const event = events[at];
    if (event && !stream.signal.aborted) await stream.sendAs({ seq: at, event });
  };
  for (const step of steps) {
    if (step === 'beat') await stream.beat();
    else if (step === 'next') await send(seq++);
    else if (step === 'repeat') await send(seq - 1);
    else if (step === 'skip') seq = Math.min(seq + 1, events.length);
    else if (states[seq] && seq > 0) {
      await stream.sendAs({ seq, event: { type: 'snapshot', message: states[seq] as Message } });
      seq++;
    }
  }
  return seq - 1;
}

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test('each text shown is a prefix of the reply and the last one is the whole reply, on any network', async () => {
  const seed = 20261121;
  await fc.assert(
    fc.asyncProperty(pieces, fc.array(weather, { maxLength: 8 }), async (parts, days) => {
      vi.clearAllTimers();
      const script = writeScript(parts);
      const api = new ScriptedApi();
      const storage = memoryStorage();
      let ids = 0;
      const open = async () => {
        const schedule = (task: () => void) => void setTimeout(task, 16);
        const store = createChatStore({
          api,
          storage,
          now: Date.now,
          newId: () => `local-${++ids}`,
          random: Math.random,
          schedule,
        });
        store.subscribe(({ messages }) => {
          for (const message of Object.values(messages)) {
            if (message.isUser) continue;
            expect(script.final.text.startsWith(message.text)).toBe(true);
            expect((script.final.reasoningContent ?? '').startsWith(message.reasoningContent ?? '')).toBe(true);
          }
        });
        await store.getState().start('ada');
        return store;
      };

      let store = await open();
      const id = store.getState().newConversation();
      void store.getState().send(id, 'Why?');
      await api.stream.sendAs({ seq: 0, event: script.events[0] as StreamEvent });

      const isDone = () => store.getState().threads[id]?.reply === null;
      for (const { steps, end } of days) {
        if (isDone()) break;
        const reached = Math.max(0, await play(api.stream, script, steps));
        if (isDone()) break;
        if (end === 'cut') await api.stream.cut();
        else if (end === 'close') await api.stream.close();
        else if (end === 'silence') await vi.advanceTimersByTimeAsync(36_000);
        else if (end === 'wake') {
          await vi.advanceTimersByTimeAsync(21_000);
          store.getState().wake();
        } else {
          const checkpoint = script.states[Math.min(reached, script.states.length - 1)] as Message;
          api.put(id, question('q1', 'Why?'), checkpoint);
          store.getState().reset('expired');
          store = await open();
          await store.getState().openThread(id);
        }
        const before = api.stream;
        if (before.signal.aborted || end === 'cut' || end === 'close') await vi.advanceTimersByTimeAsync(8_000);
      }
      while (!isDone()) {
        await play(
          api.stream,
          script,
          script.events.map(() => 'next'),
        );
        if (!isDone()) await vi.advanceTimersByTimeAsync(8_000);
      }

      const { threads, messages } = store.getState();
      const shown = threads[id]?.messageIds.map((key) => messages[key]);
      expect(shown).toHaveLength(2);
      expect(shown?.[0]).toMatchObject({ id: 'q1', text: 'Why?' });
      expect(shown?.[1]).toEqual(script.final);
      store.getState().reset('expired');
    }),
    { seed, numRuns: 300, endOnFailure: true },
  );
});
