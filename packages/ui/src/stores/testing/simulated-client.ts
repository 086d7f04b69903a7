import { applyEvent, newReply, type Message, type UserEvent } from '@parley/core';
import type { ApiClient } from '../../api/create-api-client.ts';
import { TransportError, type StreamHandlers } from '../../api/transport-error.ts';
import { createChatStore } from '../chat/chat-store.ts';
import * as sync from '../sync/handle-user-event.ts';
import * as lazyActions from '../chat/lazy-actions.chunk.ts';
import * as offline from '../offline/offline.chunk.ts';
import type { SimulatedServer, Run } from './simulated-server.ts';
import { memoryStorage } from './memory-storage.ts';
import { ScriptedApi } from './scripted-api.ts';
import { ADA } from './scripted-samples.ts';

/** Maximum latency of a request, an answer or an event, in milliseconds. */
const SLOWEST = 120;
const PAGE_LIMIT = 50;

const USER: Extract<UserEvent, { type: 'user' }> = {
  type: 'user',
  user: ADA,
};

/** A real chat over a slow and unreliable network, with a server shared with other clients. */
export class SimulatedClient {
  readonly store;
  readonly #server: SimulatedServer;
  readonly #random: () => number;
  /** Aborts everything in transit when the network is lost. */
  #network: AbortController | null = new AbortController();

  constructor(name: string, server: SimulatedServer, random: () => number) {
    this.#server = server;
    this.#random = random;
    let ids = 0;
    this.store = createChatStore({
      api: this.#api(),
      storage: memoryStorage(),
      now: Date.now,
      newId: () => `${name}${++ids}`,
      random: () => 0.5,
      loadLazyActions: () => Promise.resolve(lazyActions),
      loadOffline: () => Promise.resolve(offline),
      loadSync: () => Promise.resolve(sync),
      schedule: (task) => setTimeout(task, 16),
    });
  }

  get state() {
    return this.store.getState();
  }

  get isOnline(): boolean {
    return this.#network !== null;
  }

  async start(): Promise<void> {
    await this.state.start('ada');
    this.#listen();
  }

  goOffline(): void {
    this.#network?.abort();
    this.#network = null;
  }

  goOnline(): void {
    if (this.#network) return;
    this.#network = new AbortController();
    this.state.wake();
    this.#listen();
  }

  texts(id: string): (string | undefined)[] | undefined {
    const { threads, messages } = this.state;
    return threads[id]?.messageIds.map((key) => messages[key]?.text);
  }

  #api(): ApiClient {
    const server = this.#server;
    const call = <T>(work: () => T): Promise<T> => this.#call(work);
    return Object.assign(new ScriptedApi(), {
      history: ({ only }: { only?: 'pinned' | 'archived' }) =>
        call(() => ({
          success: true as const,
          conversations: server.list
            .filter(({ pinned }) => only === undefined || pinned)
            .map((conversation) => ({ ...conversation, messages: server.branch(conversation.id).slice(-1) })),
          nextBefore: null,
        })),
      conversation: (id: string, { limit }: { limit: number }) => call(() => this.#page(id, limit)),
      usage: () => call(() => server.usage),
      activeReplies: () =>
        call(() =>
          [...server.runs.values()]
            .filter(({ isEnded }) => !isEnded)
            .map(({ generationId, conversationId, messageId }) => ({
              generationId,
              conversationId,
              assistantMessageId: messageId,
            })),
        ),
      changeConversation: (id: string, patch: object) => call(() => server.change(id, patch)),
      deleteConversation: (id: string) => call(() => server.delete(id)),
      restoreConversation: (id: string) => call(() => server.restore(id)),
      showVersion: (id: string, messageId: string) =>
        call(() => {
          server.showVersion(id, messageId);
          return this.#page(id, PAGE_LIMIT);
        }),
      stop: (generationId: string) =>
        call(() => {
          server.stop(generationId);
          return { success: true as const, status: 'stopped' as const };
        }),
      streamChat: (request: Parameters<ApiClient['streamChat']>[0], handlers: StreamHandlers) =>
        this.#read(() => {
          const { run, isRepeat } = server.accept(request);
          return { run, after: isRepeat && run.isEnded ? run.events.length : -1, isRepeat };
        }, handlers),
      attach: (generationId: string, after: number, handlers: StreamHandlers) =>
        this.#read(() => {
          const run = server.runs.get(generationId);
          if (run) server.find(run.conversationId);
          return { run: run ?? fail(), after, isRepeat: false };
        }, handlers),
    } satisfies Partial<ApiClient>);
  }

  #page(id: string, limit: number) {
    const { conversation } = this.#server.find(id);
    return {
      success: true as const,
      conversation,
      messages: this.#server.branch(id).slice(-limit),
      nextBefore: null,
    };
  }

  async #call<T>(work: () => T): Promise<T> {
    const signal = this.#signal();
    await this.#way(signal);
    let outcome: { value: T } | { error: unknown };
    try {
      outcome = { value: structuredClone(work()) };
    } catch (error) {
      outcome = { error };
    }
    await this.#way(signal);
    if ('error' in outcome) throw outcome.error;
    return outcome.value;
  }

  /** Streams a reply, one event after the other. */
  async #read(
    open: () => { run: Run; after: number; isRepeat: boolean },
    { signal: wanted, onEvent }: StreamHandlers,
  ): Promise<void> {
    const signal = AbortSignal.any([this.#signal(), wanted]);
    await this.#way(signal);
    let at: { run: Run; after: number; isRepeat: boolean };
    try {
      at = open();
    } catch (error) {
      await this.#way(signal);
      throw error;
    }
    const { run } = at;
    if (at.isRepeat && run.isEnded) {
      await this.#way(signal);
      onEvent({ seq: run.events.length, event: { type: 'snapshot', message: fold(run) } });
      return;
    }
    for (let next = at.after + 1; ; next++) {
      while (next >= run.events.length) {
        if (run.isEnded) return;
        await this.#woken(run, signal);
      }
      await this.#way(signal);
      const event = run.events[next];
      if (event) onEvent(structuredClone(event));
      if (event?.event.type === 'done') return;
    }
  }

  #woken(run: Run, signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const wake = (): void => {
        run.readers.delete(wake);
        resolve();
      };
      run.readers.add(wake);
      signal.addEventListener('abort', () => {
        run.readers.delete(wake);
        reject(new TransportError('cut'));
      });
    });
  }

  /** Subscribes to events, each with the state at the time of sending. */
  #listen(): void {
    const signal = this.#signal();
    const waiting = new Map<string, () => UserEvent>([['user', () => USER]]);
    let isSending = false;
    const send = async (): Promise<void> => {
      isSending = true;
      try {
        for (let [next] = waiting; next; [next] = waiting) {
          waiting.delete(next[0]);
          const event = structuredClone(next[1]());
          await this.#way(signal);
          this.state.handleUserEvent(event);
        }
      } catch {
        // The network was lost.
      }
      isSending = false;
    };
    const listener = (hint: Parameters<Parameters<SimulatedServer['listeners']['add']>[0]>[0]): void => {
      const name = hint.type === 'usage' ? 'usage' : `${hint.type} ${hint.run?.generationId ?? hint.id}`;
      waiting.set(name, () => this.#event(hint));
      if (!isSending) void send();
    };
    this.#server.listeners.add(listener);
    signal.addEventListener('abort', () => this.#server.listeners.delete(listener));
    void send();
  }

  #event(hint: Parameters<Parameters<SimulatedServer['listeners']['add']>[0]>[0]): UserEvent {
    if (hint.type === 'usage') return { type: 'usage', usage: this.#server.usage };
    const { type, id: conversationId, run } = hint;
    if (type === 'conversation') {
      const found = this.#server.stored.get(conversationId);
      if (!found || found.isDeleted) return { type: 'deleted', conversationId };
      return {
        type,
        conversation: found.conversation,
        lastMessageIds: this.#server
          .branch(conversationId)
          .slice(-3)
          .map((message) => message.id),
      };
    }
    const generationId = run?.generationId ?? '';
    if (type === 'reply-ended') return { type, conversationId, generationId };
    return { type, conversationId, generationId, userMessageId: '', assistantMessageId: run?.messageId ?? '' };
  }

  #signal(): AbortSignal {
    return this.#network?.signal ?? AbortSignal.abort();
  }

  /** The latency of one direction. */
  #way(signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(resolve, Math.floor(this.#random() * SLOWEST));
      const cut = (): void => {
        clearTimeout(timer);
        reject(new TransportError('cut'));
      };
      if (signal.aborted) cut();
      else signal.addEventListener('abort', cut);
    });
  }
}

function fold(run: Run): Message {
  const empty = newReply(run.generationId, { id: run.messageId, now: 0, mode: 'normal' });
  return run.events.reduce(applyEvent, empty);
}

function fail(): never {
  throw new TransportError('unknown');
}
