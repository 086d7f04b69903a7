import fc from 'fast-check';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { seededRandom } from '../../kit/markdown/testing/seeded-random.ts';
import { SimulatedClient } from '../testing/simulated-client.ts';
import { SimulatedServer } from '../testing/simulated-server.ts';

const ACTS = [
  'send',
  'send',
  'begin',
  'edit',
  'retry',
  'version',
  'stop',
  'rename',
  'pin',
  'delete',
  'undo',
  'open',
  'draft',
  'offline',
  'online',
] as const;

interface Step {
  act: (typeof ACTS)[number];
  /** Index of the client. */
  who: number;
  /** Index among the possible choices. */
  which: number;
  /** Milliseconds until the next action. */
  wait: number;
}

interface Scene {
  seed: number;
  steps: Step[];
}

const steps = fc.array(
  fc.record<Step>({
    act: fc.constantFrom(...ACTS),
    who: fc.nat(2),
    which: fc.nat(5),
    wait: fc.constantFrom(0, 20, 90, 200, 700),
  }),
  { minLength: 5, maxLength: 30 },
);
const scenes = fc.record<Scene>({ seed: fc.integer(), steps });

beforeEach(() => {
  vi.useFakeTimers({ now: Date.parse('2026-01-01T00:00:00Z') });
  vi.spyOn(console, 'error').mockImplementation(() => {});
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** Three clients of one user, and the user's actions in them. */
class Play {
  readonly server = new SimulatedServer();
  readonly clients: SimulatedClient[];
  /** The texts sent, with their client and conversation. */
  readonly written: { client: SimulatedClient; text: string; id: string }[] = [];
  readonly discarded = new Set<string>();
  #count = 0;

  constructor(seed: number) {
    const random = seededRandom(seed);
    this.clients = ['a', 'b', 'c'].map((name) => new SimulatedClient(name, this.server, random));
  }

  async begin(): Promise<void> {
    for (const id of ['one', 'two']) {
      this.server.accept({ conversationId: id, clientMessageId: id, text: `First of ${id}` });
      await vi.advanceTimersByTimeAsync(1000);
    }
    this.server.done.length = 0;
    for (const client of this.clients) {
      void client.start();
      await vi.advanceTimersByTimeAsync(300);
      void client.state.openThread('one');
    }
    await vi.advanceTimersByTimeAsync(2000);
  }

  async take({ act, who, which, wait }: Step): Promise<void> {
    const client = this.clients[who];
    if (client) this.#act(client, act, which);
    await vi.advanceTimersByTimeAsync(wait);
  }

  /** Reconnects all clients and waits until everything in transit has arrived. */
  async settle(): Promise<void> {
    for (const client of this.clients) client.goOnline();
    await vi.advanceTimersByTimeAsync(90_000);
    for (const client of this.clients) client.state.wake();
    await vi.advanceTimersByTimeAsync(30_000);
  }

  shown(client: SimulatedClient): string {
    return this.#shown.get(client) ?? 'one';
  }

  readonly #shown = new Map<SimulatedClient, string>();

  #open(client: SimulatedClient, id: string): void {
    this.#shown.set(client, id);
    void client.state.openThread(id);
  }

  #act(client: SimulatedClient, act: Step['act'], which: number): void {
    const { state } = client;
    const id = this.shown(client);
    const keys = state.threads[id]?.messageIds ?? [];
    const pick = <T>(from: T[]): T | undefined => from[which % Math.max(1, from.length)];
    const message = pick(keys.flatMap((key) => state.messages[key] ?? []));
    const listed = pick(state.conversations)?.id;
    switch (act) {
      case 'send':
        return this.#write(client, id);
      case 'begin': {
        const fresh = state.newConversation();
        this.#open(client, fresh);
        return this.#write(client, fresh);
      }
      case 'edit': {
        const question = pick(keys.filter((key) => state.messages[key]?.isUser));
        if (question === undefined || state.editing) return;
        const text = `Text ${++this.#count}.`;
        state.beginEdit(id, question);
        state.setEditText(text);
        this.written.push({ client, text, id });
        return void state.saveEdit();
      }
      case 'retry': {
        const reply = pick(keys.filter((key) => state.messages[key]?.isUser === false));
        return void (reply !== undefined && state.retry(id, reply));
      }
      case 'version': {
        return void (message && state.stepVersion(id, message.id, which % 2 === 0 ? 1 : -1));
      }
      case 'stop':
        return void state.stop(id);
      case 'rename':
        return void (listed !== undefined && state.rename(listed, `Name ${++this.#count}`));
      case 'pin':
        return void (listed !== undefined && state.setPinned(listed, which % 2 === 0));
      case 'delete':
        if (listed === undefined) return;
        // Deleting a conversation discards its draft.
        this.discarded.add(listed);
        return void state.deleteConversation(listed);
      case 'undo':
        return void state.undoDelete();
      case 'open':
        return void (listed !== undefined && this.#open(client, listed));
      case 'draft': {
        const text = `${state.drafts[id] ?? ''}Text ${++this.#count}.`;
        this.written.push({ client, text: `Text ${this.#count}.`, id });
        return state.setDraft(id, text);
      }
      case 'offline':
        return client.goOffline();
      case 'online':
        return client.goOnline();
      default:
        act satisfies never;
    }
  }

  #write(client: SimulatedClient, id: string): void {
    const { state } = client;
    let text = state.drafts[id] ?? '';
    if (text === '') {
      text = `Text ${++this.#count}.`;
      this.written.push({ client, text, id });
      state.setDraft(id, text);
    }
    void state.send(id, text);
  }
}

/** How often the server stores a text, on any branch. */
function kept({ server }: Play, text: string): number {
  const all = [...server.stored.values()].flatMap(({ nodes }) => [...nodes.values()]);
  return all.filter(({ message }) => message.isUser && message.text.includes(text)).length;
}

/** Whether the text is in the composer, the editor, or the paused queue of a conversation that can be opened. */
function isUnsent(client: SimulatedClient, text: string): boolean {
  const { drafts, editing, queued, conversations } = client.state;
  const waiting = conversations.flatMap(({ id }) => (queued[id] ?? []).map((message) => message.text));
  return [...Object.values(drafts), editing?.text ?? '', ...waiting].some((written) => written.includes(text));
}

function expectInStep(play: Play): void {
  const { server, clients } = play;
  const summary = ({ id, title, pinned, updatedAt }: (typeof server.list)[number]) => ({
    id,
    title,
    pinned,
    updatedAt,
  });
  const byId = (a: { id: string }, b: { id: string }) => a.id.localeCompare(b.id);
  const list = server.list.map(summary).toSorted(byId);
  for (const client of clients) {
    const { conversations, threads, messages, usage, queued } = client.state;
    // A paused queue may start a conversation, which the server does not know yet.
    const sent = conversations.filter(({ id }) => queued[id]?.[0]?.startsConversation !== true);
    expect(sent.map(summary).toSorted(byId)).toEqual(list);
    const times = conversations.map(({ updatedAt }) => updatedAt);
    expect(times).toEqual(times.toSorted().reverse());
    expect(usage).toEqual(server.usage);
    const shown = play.shown(client);
    const found = server.stored.get(shown);
    if (!found || found.isDeleted) {
      // Without any event it is still an unsent new conversation.
      expect(threads[shown]?.messageIds ?? []).toEqual([]);
    } else if (threads[shown] !== undefined) {
      const branch = server.branch(shown);
      const read = threads[shown].messageIds.map((key) => messages[key]);
      expect(read.map((message) => [message?.id, message?.text, message?.status])).toEqual(
        branch.map(({ id, text, status }) => [id, text, status]),
      );
      expect(threads[shown].reply).toBeNull();
    }
  }
}

test('three clients converge to the server’s state without lost or repeated changes, despite lost messages', async () => {
  await fc.assert(
    fc.asyncProperty(scenes, async ({ seed, steps: taken }) => {
      const play = new Play(seed);
      await play.begin();
      for (const step of taken) await play.take(step);
      await play.settle();
      expectInStep(play);
      for (const { client, text, id } of play.written) {
        const count = kept(play, text);
        expect(count, `${text} is kept ${count} times`).toBeLessThanOrEqual(1);
        if (count === 0 && !play.discarded.has(id)) expect(isUnsent(client, text), `${text} is lost`).toBe(true);
      }
      for (const client of play.clients) client.state.reset('expired');
      vi.clearAllTimers();
    }),
    { seed: 20_260_107, numRuns: 400 },
  );
}, 120_000);

test('a late event never replaces a local title with an older one', async () => {
  const calm = steps.map((taken) => taken.filter(({ act }) => !['offline', 'delete', 'rename'].includes(act)));
  const names = fc.array(fc.oneof(fc.nat(60), fc.nat(700)), { minLength: 1, maxLength: 6 });
  await fc.assert(
    fc.asyncProperty(fc.integer(), calm, names, async (seed, taken, waits) => {
      const play = new Play(seed);
      await play.begin();
      const shown = play.clients.map(() => [0]);
      for (const [index, { store }] of play.clients.entries()) {
        store.subscribe(({ conversations }) => {
          const title = conversations.find(({ id }) => id === 'one')?.title;
          const number = Number(title?.split(' ')[1]);
          if (number > 0 && shown[index]?.at(-1) !== number) shown[index]?.push(number);
        });
      }
      const last = Math.max(taken.length, waits.length);
      for (let at = 0; at < last; at++) {
        const [step, wait] = [taken[at], waits[at]];
        if (wait !== undefined) void play.clients[0]?.state.rename('one', `Name ${at + 1}`);
        if (step) await play.take(step);
        await vi.advanceTimersByTimeAsync(wait ?? 0);
      }
      await play.settle();
      expectInStep(play);
      for (const numbers of shown) expect(numbers).toEqual(numbers.toSorted((a, b) => a - b));
      for (const client of play.clients) client.state.reset('expired');
      vi.clearAllTimers();
    }),
    { seed: 20_260_108, numRuns: 100 },
  );
}, 120_000);
