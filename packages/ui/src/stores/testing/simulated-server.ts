import {
  AppError,
  applyEvent,
  completeReply,
  hasAnswer,
  newReply,
  newUserMessage,
  titleFromText,
  type Conversation,
  type Message,
  type SequencedEvent,
  type StreamEvent,
  type StreamRequest,
  type Usage,
} from '@parley/core';
import { USAGE } from './scripted-samples.ts';

interface Stored {
  conversation: Conversation;
  /** By id, in order of creation. */
  nodes: Map<string, { message: Message; parentId: string | null }>;
  leafId: string | null;
  isDeleted: boolean;
  run: Run | null;
}

export interface Run {
  generationId: string;
  conversationId: string;
  messageId: string;
  events: SequencedEvent[];
  isEnded: boolean;
  readers: Set<() => void>;
}

/** An action that reached the server. */
export interface Done {
  what: 'accept' | 'change' | 'delete' | 'restore' | 'version' | 'stop';
  conversationId: string;
}

type Hint = { type: 'usage' } | { type: 'conversation' | 'reply-started' | 'reply-ended'; run?: Run; id: string };

/** Milliseconds between two pieces of a reply. */
const PACE = 40;

/** A server with the product's rules for one user's conversations. Only replies take time. */
export class SimulatedServer {
  readonly stored = new Map<string, Stored>();
  readonly done: Done[] = [];
  readonly runs = new Map<string, Run>();
  readonly listeners = new Set<(hint: Hint) => void>();
  messagesUsed = 0;
  readonly #seen = new Map<string, { print: string; run: Run }>();
  #ids = 0;

  get usage(): Usage {
    return { ...USAGE, messagesLimit: 1000, messagesUsed: this.messagesUsed };
  }

  /** Conversations that are not deleted, newest first. */
  get list(): Conversation[] {
    return [...this.stored.values()]
      .filter(({ isDeleted, conversation }) => !isDeleted && !conversation.archived)
      .map(({ conversation }) => conversation)
      .toSorted((a, b) => Number(a.updatedAt < b.updatedAt) - Number(a.updatedAt > b.updatedAt));
  }

  find(id: string): Stored {
    const found = this.stored.get(id);
    if (!found || found.isDeleted) throw new AppError('not-found');
    return found;
  }

  /** The current branch, oldest first. */
  branch(id: string): Message[] {
    const { nodes, leafId } = this.find(id);
    const messages: Message[] = [];
    for (let at = leafId; at !== null; at = nodes.get(at)?.parentId ?? null) {
      const node = nodes.get(at);
      if (!node) break;
      const versionIds = [...nodes.values()]
        .filter(({ parentId, message }) => parentId === node.parentId && message.isUser === node.message.isUser)
        .map(({ message }) => message.id);
      messages.unshift({ ...node.message, ...(versionIds.length > 1 && { versionIds }) });
    }
    return messages;
  }

  accept(request: StreamRequest): { run: Run; isRepeat: boolean } {
    const { conversationId, clientMessageId = '', text = '', originalMessageId, isRegeneration } = request;
    const print = JSON.stringify(request);
    const repeat = this.#seen.get(clientMessageId);
    if (repeat && repeat.print !== print) throw new AppError('idempotency-mismatch');
    if (repeat) {
      this.find(conversationId);
      return { run: repeat.run, isRepeat: true };
    }
    const found = this.stored.has(conversationId) ? this.find(conversationId) : this.#begin(conversationId, text);
    if (found.run && !isRegeneration) throw new AppError('reply-in-progress');
    const replaced = originalMessageId ? this.#onBranch(conversationId, originalMessageId) : null;
    if (found.run) this.#end(found.run, 'stopped');
    const before = found.leafId;
    const place = replaced === null ? found.leafId : replaced.parentId;
    const now = Date.now();
    let questionId = place;
    if (!replaced || replaced.message.isUser) {
      questionId = `q${++this.#ids}`;
      const message = newUserMessage(text, { id: questionId, now, mode: 'normal' });
      found.nodes.set(questionId, { message, parentId: place });
    }
    const messageId = `r${++this.#ids}`;
    const generationId = `g${++this.#ids}`;
    found.nodes.set(messageId, {
      message: newReply(generationId, { id: messageId, now, mode: 'normal' }),
      parentId: questionId,
    });
    found.leafId = messageId;
    found.conversation = { ...found.conversation, updatedAt: new Date(now).toISOString() };
    const run: Run = { generationId, conversationId, messageId, events: [], isEnded: false, readers: new Set() };
    found.run = run;
    this.runs.set(generationId, run);
    this.#seen.set(clientMessageId, { print, run });
    this.messagesUsed++;
    this.done.push({ what: 'accept', conversationId });
    const ids = { generationId, userMessageId: questionId ?? '', assistantMessageId: messageId };
    this.#emit(run, { type: 'accepted', ...ids });
    this.#hint({ type: 'reply-started', run, id: conversationId });
    this.#changed(conversationId);
    this.#hint({ type: 'usage' });
    this.#write(run, replaced ? before : null, ['So ', 'it ', `is ${messageId}.`]);
    return { run, isRepeat: false };
  }

  stop(generationId: string): void {
    const run = this.runs.get(generationId);
    if (!run) throw new AppError('not-found');
    if (!run.isEnded) this.done.push({ what: 'stop', conversationId: run.conversationId });
    this.#end(run, 'stopped');
  }

  change(id: string, patch: Partial<Conversation>): Conversation {
    const found = this.find(id);
    found.conversation = { ...found.conversation, ...patch };
    this.#note('change', id);
    return found.conversation;
  }

  delete(id: string): void {
    const found = this.stored.get(id);
    if (!found) throw new AppError('not-found');
    if (found.run) this.#end(found.run, 'stopped');
    found.isDeleted = true;
    this.#note('delete', id);
  }

  restore(id: string): Conversation {
    const found = this.stored.get(id);
    if (!found) throw new AppError('not-found');
    found.isDeleted = false;
    this.#note('restore', id);
    return found.conversation;
  }

  showVersion(id: string, messageId: string): void {
    const found = this.find(id);
    if (!found.nodes.has(messageId)) throw new AppError('not-found');
    if (found.run) throw new AppError('reply-in-progress');
    const childOf = (parent: string) => [...found.nodes.values()].findLast(({ parentId }) => parentId === parent);
    found.leafId = messageId;
    for (let child = childOf(messageId); child; child = childOf(child.message.id)) found.leafId = child.message.id;
    this.#note('version', id);
  }

  #begin(id: string, text: string): Stored {
    const conversation: Conversation = {
      id,
      title: titleFromText(text),
      webSearchEnabled: false,
      thinkingModeEnabled: false,
      pinned: false,
      archived: false,
      unread: false,
      updatedAt: '',
    };
    const begun: Stored = { conversation, nodes: new Map(), leafId: null, isDeleted: false, run: null };
    this.stored.set(id, begun);
    return begun;
  }

  #onBranch(id: string, messageId: string) {
    const node = this.find(id).nodes.get(messageId);
    if (!node || !this.branch(id).some((message) => message.id === messageId)) throw new AppError('not-found');
    return node;
  }

  #write(run: Run, before: string | null, pieces: string[]): void {
    const [piece, ...rest] = pieces;
    setTimeout(() => {
      if (run.isEnded) return;
      if (piece === undefined) return this.#end(run, 'complete');
      this.#emit(run, { type: 'content', content: piece });
      this.#write(run, before, rest);
    }, PACE);
    this.#before.set(run, before);
  }

  readonly #before = new WeakMap<Run, string | null>();

  #end(run: Run, status: 'complete' | 'stopped'): void {
    if (run.isEnded) return;
    const found = this.stored.get(run.conversationId);
    const node = found?.nodes.get(run.messageId);
    if (!found || !node) return;
    node.message = completeReply(node.message, status);
    found.run = null;
    const cameToNothing = status === 'stopped' && !hasAnswer(node.message);
    if (cameToNothing) this.messagesUsed--;
    const before = this.#before.get(run) ?? null;
    if (cameToNothing && before !== null && found.leafId === run.messageId) found.leafId = before;
    this.#emit(run, { type: 'done', message: node.message, usage: this.usage });
    this.#hint({ type: 'reply-ended', run, id: run.conversationId });
    this.#changed(run.conversationId);
    this.#hint({ type: 'usage' });
  }

  #emit(run: Run, event: StreamEvent): void {
    const sequenced = { seq: run.events.length, event };
    run.events.push(sequenced);
    const node = this.stored.get(run.conversationId)?.nodes.get(run.messageId);
    if (event.type === 'done') run.isEnded = true;
    else if (node) node.message = applyEvent(node.message, sequenced);
    for (const reader of run.readers) reader();
  }

  #note(what: Done['what'], conversationId: string): void {
    this.done.push({ what, conversationId });
    this.#changed(conversationId);
  }

  #changed(id: string): void {
    this.#hint({ type: 'conversation', id });
  }

  #hint(hint: Hint): void {
    for (const listener of this.listeners) listener(hint);
  }
}
