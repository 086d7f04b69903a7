import { AppError, type ActiveReply, type Message } from '@parley/core';
import type { SignedIn } from '../../auth/accounts.ts';
import type { Caller } from '../../limits/fair-scheduler.ts';
import type { ReplyRecord } from '../../storage/storage.ts';
import { languageName } from '../modes/prompt/language-name.ts';
import { acceptMessage } from './accept/accept-message.ts';
import { acceptOnce, type Admit } from './accept/accept-once.ts';
import { BranchCache } from './generate/branch-cache.ts';
import { endDeadReplies } from './cluster/end-dead-replies.ts';
import { LiveReply } from './generate/live-reply.ts';
import { Mirrors } from './cluster/mirrors.ts';
import type { MirroredReply } from './cluster/mirrored-reply.ts';
import type { NewMessage } from './accept/new-message.ts';
import type { RepliesDependencies } from './replies-dependencies.ts';
import { ReplyRunner, type StartedReply } from './generate/reply-runner.ts';
import { StopRequests } from './cluster/stop-requests.ts';
import { endEvent } from './generate/store-end.ts';

/** How long the log of an ended reply is kept, in milliseconds; later readers get its stored message. */
const KEEP_ENDED_MS = 60_000;
/** Topic for ids of deleted users; each process then drops their event logs. */
const DELETED_USERS = 'deleted users';
/** Topic for ids of users who deleted conversations; each process then stops its replies in them. */
const DELETED_CONVERSATIONS = 'deleted conversations';

/** A reply to read: either being written, here or in another process, or ended and stored. */
export type FoundReply = { live: LiveReply | MirroredReply } | { live: null; message: Message };

/** The reply of an accepted message. `isNew` is false when an earlier send of the message began it. */
interface AcceptedReply {
  reply: FoundReply;
  isNew: boolean;
}

/** Who sends a message. */
interface Sender {
  caller: Caller;
  /** As the request accepts them, the preferred one first. */
  languages: readonly string[];
}

/** Manages all replies of this process: accepts messages, writes the replies, serves readers and stops. */
export class Replies {
  readonly #dependencies: RepliesDependencies;
  readonly #live = new Map<string, LiveReply>();
  readonly #accepting = new Set<Promise<AcceptedReply>>();
  readonly #branches: BranchCache;
  readonly #runner: ReplyRunner;
  readonly #mirrors: Mirrors;
  readonly #stopRequests: StopRequests;
  /** Aborts all retries at shutdown. */
  readonly #closing = new AbortController();
  #isLeaving = false;
  #isDraining = false;
  #isGivenUp = false;

  constructor(dependencies: RepliesDependencies) {
    this.#dependencies = dependencies;
    const { cluster, logger } = dependencies;
    this.#branches = new BranchCache(cluster);
    this.#runner = new ReplyRunner(dependencies, this.#branches, this.#closing.signal);
    this.#mirrors = new Mirrors({
      ...dependencies,
      endEvent: (userId, message) => endEvent(userId, message, dependencies),
    });
    const stop = (generationId: string) => this.#live.get(generationId)?.halt('stop');
    this.#stopRequests = new StopRequests({ ...dependencies, stop });
    cluster.subscribe(DELETED_USERS, (userId) => this.#dropLogsOf(userId));
    cluster.subscribe(DELETED_CONVERSATIONS, (userId) => {
      this.#stopDeletedHere(userId).catch((error: unknown) => {
        logger.warn({ err: error }, 'replies of deleted conversations could not be stopped');
      });
    });
    cluster.lease.onLost(() => this.#live.forEach((reply) => reply.halt('fenced')));
    cluster.lease.onRenewed(() => {
      this.recover().catch((error: unknown) => logger.warn({ err: error }, 'looking for dead replies failed'));
    });
  }

  /**
   * Whether new messages are accepted: not while draining, and not while this process is cut off and the others would
   * end each of its replies.
   */
  get acceptsMessages(): boolean {
    this.#isGivenUp &&= !this.#dependencies.cluster.isReached;
    return !this.#isDraining && !this.#isGivenUp;
  }

  /** Whether proxies may route users here: false once this process has announced its shutdown. */
  get isReady(): boolean {
    return this.acceptsMessages && !this.#isLeaving;
  }

  /** Makes `isReady` false while messages are still accepted. */
  announceShutdown(): void {
    this.#isLeaving = true;
  }

  /** Ends the unfinished replies of dead processes and refunds their messages. Call before accepting messages. */
  recover(): Promise<void> {
    return endDeadReplies(this.#dependencies);
  }

  /**
   * Accepts a message and starts its reply, which continues whether or not it has readers. Returns the reply of an
   * earlier send with the same client message id, if any. Throws, and counts nothing, when that send was a different
   * message, when `admit` throws, or when the question cannot be answered here. Stops a running reply only if a message
   * of its conversation is being replaced. Files in the message are read in turns with other callers.
   */
  async accept(who: SignedIn, message: NewMessage, from: Sender, admit: Admit): Promise<AcceptedReply> {
    const work = this.#accept(who, message, from, admit);
    this.#accepting.add(work);
    return work.finally(() => this.#accepting.delete(work));
  }

  /** Finds a reply of this user; throws `not-found` for any other. */
  async find(userId: string, generationId: string): Promise<FoundReply> {
    // Checked for local replies too: any process may have deleted the conversation.
    const record = await this.#dependencies.storage.replies.find(userId, generationId);
    if (!record) throw new AppError('not-found');
    return this.#found(record);
  }

  /**
   * Stops a reply and waits until the model's socket is closed and the text is stored. Returns its final status, or
   * `stopping` when another process writes it and has not confirmed yet.
   */
  async stop(userId: string, generationId: string): Promise<Message['status'] | 'stopping'> {
    const live = this.#live.get(generationId);
    // Close the model's socket whether or not the store answers.
    if (live?.record.userId === userId) live.halt('stop');
    const found = await this.find(userId, generationId);
    if (!found.live) return found.message.status;
    if (!(found.live instanceof LiveReply)) return this.#stopRequests.send(found.live);
    const status = await this.#stopHere(found.live);
    // Another process ended it, because it took this one for dead.
    return status === 'streaming' ? this.stop(userId, generationId) : status;
  }

  /** Stops a reply that has lost its only possible reader. If that fails, it runs to its end. */
  abandon({ userId, generationId }: ReplyRecord): void {
    this.stop(userId, generationId).catch((error: unknown) => {
      this.#dependencies.logger.debug({ err: error, generationId }, 'a reply without a reader could not be stopped');
    });
  }

  /** Stops the replies of a conversation that is being deleted. */
  async stopConversation(userId: string, conversationId: string): Promise<void> {
    await this.#stopWhere(userId, (record) => record.conversationId === conversationId);
    this.#branches.invalidate(userId, conversationId);
  }

  /** Stops the replies of a user's conversations that were just deleted, in every process. Waits for those of this one. */
  async stopDeleted(userId: string): Promise<void> {
    this.#dependencies.cluster.publish(DELETED_CONVERSATIONS, userId);
    await this.#stopDeletedHere(userId);
    this.#branches.invalidateUser(userId);
  }

  /** Stops all replies of a user who is being deleted, and drops their event logs. */
  async stopUser(userId: string): Promise<void> {
    await this.#stopWhere(userId, () => true);
    this.#dropLogsOf(userId);
    this.#branches.invalidateUser(userId);
    this.#dependencies.cluster.publish(DELETED_USERS, userId);
  }

  async listActive(userId: string): Promise<ActiveReply[]> {
    const records = await this.#dependencies.storage.replies.listActive(userId);
    return records.map(({ generationId, conversationId, assistantMessageId }) => ({
      generationId,
      conversationId,
      assistantMessageId,
    }));
  }

  /**
   * Stops accepting messages; lets running replies end, and interrupts the rest when `signal` aborts, also those that
   * begin later.
   */
  async drain(signal: AbortSignal): Promise<void> {
    this.#isDraining = true;
    const interrupt = () => {
      for (const reply of this.#live.values()) if (!reply.isEnded) reply.halt('interrupt');
      this.#closing.abort();
    };
    if (signal.aborted) interrupt();
    signal.addEventListener('abort', interrupt);
    await Promise.allSettled(this.#accepting);
    await Promise.all([...this.#live.values()].map(({ ended }) => ended));
    this.#closing.abort();
    await this.#runner.close();
    this.#mirrors.close();
    this.#stopRequests.close();
    this.#branches.close();
    this.#dependencies.journal?.close();
  }

  get runningCount(): number {
    return [...this.#live.values()].filter((reply) => !reply.isEnded).length;
  }

  #dropLogsOf(userId: string): void {
    for (const [generationId, { record, isEnded }] of this.#live) {
      if (record.userId !== userId || !isEnded) continue;
      this.#live.delete(generationId);
      this.#dependencies.cluster.replies.erase(generationId);
    }
  }

  async #stopDeletedHere(userId: string): Promise<void> {
    const { conversations } = this.#dependencies.storage;
    const running = [...this.#live.values()].filter(({ isEnded, record }) => !isEnded && record.userId === userId);
    await Promise.all(
      running.map(async (reply) => {
        if (!(await conversations.find(userId, reply.record.conversationId))) await this.#stopHere(reply);
      }),
    );
  }

  async #stopHere(reply: LiveReply): Promise<Message['status']> {
    reply.halt('stop');
    await reply.ended;
    return reply.message.status;
  }

  /** Replies written here are stopped even if their conversation is already deleted. */
  async #stopWhere(userId: string, fits: (record: ReplyRecord) => boolean): Promise<void> {
    const isMeant = (record: ReplyRecord) => record.userId === userId && fits(record);
    const here = [...this.#live.values()].filter(({ isEnded, record }) => !isEnded && isMeant(record));
    const stopping = here.map((reply) => this.#stopHere(reply));
    const { areShared } = this.#dependencies.cluster.replies;
    const active = areShared ? await this.#dependencies.storage.replies.listActive(userId) : [];
    const elsewhere = active.filter((record) => isMeant(record) && !this.#live.has(record.generationId));
    await Promise.all([...stopping, ...elsewhere.map(({ generationId }) => this.stop(userId, generationId))]);
  }

  async #accept(
    who: SignedIn,
    message: NewMessage,
    { caller, languages }: Sender,
    admit: Admit,
  ): Promise<AcceptedReply> {
    const { user } = who;
    const { acceptsMessages } = this;
    const accepting = acceptOnce(user.id, message, admit, { ...this.#dependencies, acceptsMessages }, () =>
      acceptMessage(who, message, caller, this.#dependencies, {
        acceptsMessages: () => this.acceptsMessages,
        closing: this.#closing.signal,
        running: (generationId) => this.#live.get(generationId)?.message,
        stop: (userId, generationId) => this.#stopWhere(userId, (record) => record.generationId === generationId),
      }),
    );
    // Begins while the store accepts.
    const readAhead = this.#runner.readAhead(user, message);
    let isNew = false;
    try {
      const accepted = await accepting;
      if (!accepted.isNew) return { reply: await this.#found(accepted.record), isNew };
      isNew = true;
      return {
        reply: { live: this.#keep(this.#runner.start(accepted, readAhead, languageName(languages), user)) },
        isNew,
      };
    } finally {
      if (!isNew) readAhead.branch.stop();
    }
  }

  /** Keeps a reply that has begun for its readers, also for a while after its end. */
  #keep({ reply, done }: StartedReply): LiveReply {
    const { generationId } = reply.record;
    this.#live.set(generationId, reply);
    if (this.#closing.signal.aborted) reply.halt('interrupt');
    void done.then(() => {
      const forget = () => void this.#live.delete(generationId);
      const wasEndedElsewhere = reply.message.status === 'streaming';
      this.#isGivenUp ||= wasEndedElsewhere && !this.#dependencies.cluster.isReached;
      // A reply that was ended elsewhere has no last event in this log.
      if (wasEndedElsewhere) forget();
      else setTimeout(forget, KEEP_ENDED_MS).unref();
    });
    return reply;
  }

  async #found(record: ReplyRecord): Promise<FoundReply> {
    const live = this.#live.get(record.generationId);
    if (live) return { live };
    const message = await this.#dependencies.storage.replies.message(record.userId, record.assistantMessageId);
    if (!message) throw new AppError('not-found');
    if (message.status !== 'streaming') return { live: null, message };
    if (this.#dependencies.cluster.replies.areShared) return { live: this.#mirrors.of(record, message) };
    // The end could not be stored yet, so there is nothing to read.
    throw new AppError('unavailable', { retryAfter: 2 });
  }
}
