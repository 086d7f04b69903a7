import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { AppError, type Attachment, type Message, type StreamRequest } from '@parley/core';
import { TransportError, type StreamHandlers } from '../../../api/transport-error.ts';
import { question, reply, stored } from '../../testing/scripted-samples.ts';
import { settled } from '../../testing/settled.ts';
import { ScriptedChat } from '../../testing/scripted-chat.ts';

/**
 * Fault of one attempt. `late`: the server accepts it but its answer is lost. `reload`: the page reloads while sending.
 */
const FAULTS = ['early', 'late', 'refused', 'busy', 'expired', 'reload-early', 'reload-late'] as const;
type Fault = (typeof FAULTS)[number];
interface Attempt {
  fault: Fault | 'works';
  isRead: boolean;
}
type Chat = ReturnType<ScriptedChat['open']>;

const FILE = stored('f1');
const ID = 'a';

/** A server that accepts each client message id once. */
class Server {
  readonly played = new ScriptedChat();
  messages: Message[] = [question('q0', 'Zero?'), reply('r0', { text: 'Zero.' })];
  readonly #seen = new Map<string, string>();
  #next: Fault | 'works' = 'works';
  chat: Chat = this.played.open();

  constructor() {
    this.#publish();
    this.played.api.streamChat = (request, handlers) => this.#stream(request, handlers);
  }

  /** Runs one attempt. With `isRead` the conversation is reloaded before the next one. */
  async press({ fault, isRead }: Attempt, press: (chat: Chat) => Promise<void>): Promise<void> {
    this.#next = fault;
    void press(this.chat);
    await settled();
    this.#next = 'works';
    if (fault.startsWith('reload')) this.chat = this.played.open();
    if (fault.startsWith('reload') || fault === 'expired') void this.chat.act.start('ada');
    await settled();
    if (isRead || fault.startsWith('reload')) await this.chat.act.openThread(ID);
    await settled();
  }

  /** Number of messages the server stored. */
  get taken(): number {
    return this.#seen.size;
  }

  #publish(): void {
    this.played.api.put(ID, ...this.messages);
  }

  #take(request: StreamRequest): 'new' | 'repeat' {
    const { clientMessageId = '', text = '', attachmentIds, originalMessageId } = request;
    const print = JSON.stringify(request);
    if (this.#seen.has(clientMessageId)) {
      if (this.#seen.get(clientMessageId) !== print) throw new AppError('idempotency-mismatch');
      return 'repeat';
    }
    this.#seen.set(clientMessageId, print);
    const place = this.messages.findIndex(({ id }) => id === originalMessageId);
    const before = place === -1 ? this.messages : this.messages.slice(0, place);
    const attachments: Attachment[] = attachmentIds ? [FILE] : (this.messages[place]?.attachments ?? []);
    const asked = { ...question(`q${this.#seen.size}`, text), ...(attachments.length > 0 && { attachments }) };
    this.messages = [...before, asked, reply(`r${this.#seen.size}`, { text: 'So.' })];
    this.#publish();
    return 'new';
  }

  async #stream(request: StreamRequest, { onEvent }: StreamHandlers): Promise<void> {
    const fault = this.#next;
    // No answer arrives before the request is sent.
    await Promise.resolve();
    if (fault.endsWith('late')) this.#take(request);
    if (fault.startsWith('reload')) return new Promise(() => {});
    if (fault === 'early' || fault === 'late') throw new TransportError('cut');
    if (fault === 'refused') throw new AppError('rate-limited');
    if (fault === 'busy') throw new AppError('unavailable');
    if (fault === 'expired') {
      this.chat.act.reset('expired');
      throw new AppError('unauthorized');
    }
    const taken = this.#take(request);
    const answer = this.messages.at(-1) ?? reply('r');
    if (taken === 'repeat') {
      onEvent({ seq: 9, event: { type: 'snapshot', message: answer } });
      return;
    }
    const ids = { userMessageId: this.messages.at(-2)?.id ?? '', assistantMessageId: answer.id };
    onEvent({ seq: 0, event: { type: 'accepted', generationId: 'run', ...ids } });
    const usage = await this.played.api.usage();
    onEvent({ seq: 1, event: { type: 'done', message: answer, usage } });
  }
}

const attempts = fc
  .array(fc.record<Attempt>({ fault: fc.constantFrom(...FAULTS), isRead: fc.boolean() }), { maxLength: 6 })
  .map((faults): Attempt[] => [...faults, { fault: 'works', isRead: true }]);

async function opened(server: Server): Promise<void> {
  await server.chat.act.start('ada');
  await server.chat.act.openThread(ID);
}

test('a message is stored once with its file, or both are in the composer, despite any faults', async () => {
  vi.useFakeTimers();
  await fc.assert(
    fc.asyncProperty(attempts, async (happens) => {
      const server = new Server();
      await opened(server);
      server.chat.act.attach(ID, [new File(['x'], 'f1.png', { type: 'image/png' })]);
      await settled();
      server.played.api.uploads[0]?.resolve(FILE);
      await settled();
      server.chat.act.setDraft(ID, 'Why?');
      const isInBox = () => server.chat.state.drafts[ID] === 'Why?';
      for (const attempt of happens) {
        if (isInBox()) await server.press(attempt, (chat) => chat.act.send(ID, 'Why?'));
        const found = server.messages.filter(({ text }) => text === 'Why?');
        expect(found.length).toBeLessThanOrEqual(1);
        if (attempt.isRead) expect(found.length).toBe(isInBox() ? 0 : 1);
        const kept = isInBox()
          ? server.chat.state.attachments[ID]?.map(({ attachment }) => attachment)
          : found[0]?.attachments;
        expect(kept).toMatchObject([{ id: 'f1' }]);
      }
      expect(isInBox()).toBe(false);
      expect(server.chat.texts(ID)).toEqual(['Zero?', 'Zero.', 'Why?', 'So.']);
      expect(server.chat.state.attachments).toEqual({});
      server.chat.act.reset('expired');
    }),
    { seed: 20_260_101, numRuns: 200 },
  );
  vi.useRealTimers();
});

test('an edit is stored once, or the old branch and the editor are restored, despite any faults', async () => {
  vi.useFakeTimers();
  await fc.assert(
    fc.asyncProperty(attempts, async (happens) => {
      const server = new Server();
      await opened(server);
      server.chat.act.beginEdit(ID);
      server.chat.act.setEditText('One?');
      const isInEditor = () => server.chat.state.editing?.text === 'One?';
      for (const attempt of happens) {
        if (isInEditor()) await server.press(attempt, (chat) => chat.act.saveEdit());
        expect(server.chat.texts(ID)).toEqual(isInEditor() ? ['Zero?', 'Zero.'] : ['One?', 'So.']);
        if (attempt.isRead) expect(server.messages.map(({ text }) => text)).toEqual(server.chat.texts(ID));
      }
      expect(isInEditor()).toBe(false);
      expect(server.taken).toBe(1);
      expect(server.chat.state.drafts).toEqual({});
      server.chat.act.reset('expired');
    }),
    { seed: 20_260_102, numRuns: 200 },
  );
  vi.useRealTimers();
});

test.each(['before', 'after'])(
  'a late not-found answer does not remove a message sent meanwhile, %s it is accepted',
  async (moment) => {
    const played = new ScriptedChat();
    const { api } = played;
    const { chat, id } = await played.asking();
    await api.stream.cut();
    const gate = Promise.withResolvers<void>();
    api.gates.set('conversation', gate.promise);
    chat.act.wake();
    void chat.act.send(id, 'Why?');
    await settled();
    if (moment === 'after') await api.stream.accept();
    api.put(id, question('q1', 'Why?'), reply('r1', { status: 'streaming', generationId: 'run' }));
    gate.resolve();
    await settled();
    if (moment === 'before') await api.stream.accept();
    expect(chat.texts(id)).toEqual(['Why?', '']);
    expect(chat.state.threads[id]?.reply).toMatchObject({ generationId: 'run' });
  },
);
