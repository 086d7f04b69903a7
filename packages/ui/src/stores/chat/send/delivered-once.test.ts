import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { AppError, type Message, type StreamRequest } from '@parley/core';
import { TransportError, type StreamHandlers } from '../../../api/transport-error.ts';
import { question, reply } from '../../testing/scripted-samples.ts';
import { ScriptedChat } from '../../testing/scripted-chat.ts';

/**
 * Fault of one attempt. `late`: the server accepts it but its answer is lost. `reload`: the page reloads while sending.
 */
const FAULTS = ['early', 'late', 'busy', 'reload-early', 'reload-late'] as const;
type Fault = (typeof FAULTS)[number];

const WRITTEN = ['One?', 'Two?', 'Three?'];
const ID = 'a';

/** A server that accepts each client message id once, behind a network with one of these faults per attempt. */
class Server {
  readonly played = new ScriptedChat();
  readonly #faults: Fault[];
  readonly #seen = new Set<string>();
  messages: Message[] = [question('q0', 'Zero?'), reply('r0', { text: 'Zero.' })];
  /** Whether the page was unloaded during this attempt. */
  isGone = false;

  constructor(faults: readonly Fault[]) {
    this.#faults = [...faults];
    this.played.api.put(ID, ...this.messages);
    this.played.api.streamChat = (request, handlers) => this.#stream(request, handlers);
  }

  #take({ clientMessageId = '', text = '' }: StreamRequest): 'new' | 'repeat' {
    if (this.#seen.has(clientMessageId)) return 'repeat';
    this.#seen.add(clientMessageId);
    const number = this.#seen.size;
    this.messages = [...this.messages, question(`q${number}`, text), reply(`r${number}`, { text: 'So.' })];
    this.played.api.put(ID, ...this.messages);
    return 'new';
  }

  async #stream(request: StreamRequest, { onEvent, signal }: StreamHandlers): Promise<void> {
    const fault = this.#faults.shift() ?? 'works';
    // No answer arrives before the request is sent.
    await Promise.resolve();
    if (fault.endsWith('late')) this.#take(request);
    if (fault.startsWith('reload')) {
      this.isGone = true;
      return new Promise((_, reject) => signal.addEventListener('abort', () => reject(new TransportError('cut'))));
    }
    if (fault === 'early' || fault === 'late') throw new TransportError('cut');
    if (fault === 'busy') throw new AppError('unavailable');
    const taken = this.#take(request);
    const answer = this.messages.at(-1) ?? reply('r');
    if (taken === 'repeat') {
      onEvent({ seq: 9, event: { type: 'snapshot', message: answer } });
      return;
    }
    const ids = { userMessageId: this.messages.at(-2)?.id ?? '', assistantMessageId: answer.id };
    onEvent({ seq: 0, event: { type: 'accepted', generationId: `run-${answer.id}`, ...ids } });
    const usage = await this.played.api.usage();
    onEvent({ seq: 1, event: { type: 'done', message: answer, usage } });
  }
}

test('queued messages are stored once and in order despite any faults, and leave the composer empty', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  await fc.assert(
    fc.asyncProperty(fc.array(fc.constantFrom(...FAULTS), { maxLength: 6 }), async (faults) => {
      const server = new Server(faults);
      const { played } = server;
      let chat = await played.signedIn();
      await chat.act.openThread(ID);
      played.isReached = false;
      for (const text of WRITTEN) {
        await vi.advanceTimersByTimeAsync(1);
        await chat.act.send(ID, text);
      }
      played.isReached = true;
      const isDone = () => played.storage.get('send-queue:ada') === null;
      chat.act.wake();
      await vi.waitFor(
        async () => {
          if (server.isGone) {
            server.isGone = false;
            // The tab lock ends with the page.
            chat.act.reset('expired');
            chat = played.open();
            void chat.act.start('ada');
            void chat.act.openThread(ID);
          }
          chat.act.wake();
          expect(isDone()).toBe(true);
        },
        { interval: 5 },
      );
      await chat.act.openThread(ID);
      expect(server.messages.filter(({ isUser }) => isUser).map(({ text }) => text)).toEqual(['Zero?', ...WRITTEN]);
      expect(chat.texts(ID)).toEqual(server.messages.map(({ text }) => text));
      expect(chat.state.queued).toEqual({});
      expect(chat.state.drafts).toEqual({});
      chat.act.reset('expired');
    }),
    { seed: 20_260_103, numRuns: 40 },
  );
  vi.useRealTimers();
});
