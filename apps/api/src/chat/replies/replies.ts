import { createHash, randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import {
  AppError,
  ERRORS,
  hasAnswer,
  titleFromText,
  usageAt,
  type ActiveReply,
  type Message,
  type ModeId,
  type StreamEvent,
  type UsageRule,
} from '@parley/core';
import type { Accounts, SignedIn } from '../../auth/accounts.ts';
import type { ReplyRecord, Storage } from '../../storage/storage.ts';
import type { Model } from '../model/model.ts';
import { RUN_MODES } from '../modes/modes.ts';
import { Checkpointer } from './checkpointer.ts';
import { LiveReply } from './live-reply.ts';

/** Turns before the question that a model gets to see, the question included. */
const HISTORY_LENGTH = 10;
/** How long an ended reply can still be read event by event; later readers get its stored message. */
const KEEP_ENDED_MS = 60_000;
const STORE_RETRY_MS = 60_000;

export interface RepliesDependencies {
  storage: Storage;
  model: Model;
  accounts: Pick<Accounts, 'isUnlimited'>;
  settings: { productName: string; usageRule: UsageRule; jwtSecret: string };
  logger: Logger;
  now: () => number;
}

/** One message as a person sent it. */
export interface NewMessage {
  conversationId: string;
  /** Null where a plain API caller gave none. */
  clientMessageId: string | null;
  mode: ModeId;
  /** Empty when `replaces` names a reply. */
  text: string;
  replaces: string | null;
  seed: { isUser: boolean; text: string }[];
}

/** A reply to read: being written here, or ended and stored. */
export type FoundReply = { live: LiveReply } | { live: null; message: Message };

/** All replies of this process: takes messages, writes the answers, lets them be read and stopped. */
export class Replies {
  readonly #dependencies: RepliesDependencies;
  readonly #owner = randomUUID();
  readonly #live = new Map<string, LiveReply>();
  readonly #checkpointer: Checkpointer;
  #isDraining = false;

  constructor(dependencies: RepliesDependencies) {
    this.#dependencies = dependencies;
    this.#checkpointer = new Checkpointer(dependencies.storage.replies, dependencies.logger);
  }

  /** Whether new messages are taken. */
  get isDraining(): boolean {
    return this.#isDraining;
  }

  /** Ends what an earlier process left unfinished and gives its messages back. Call before taking messages. */
  async recover(): Promise<void> {
    const { storage, logger, now } = this.#dependencies;
    const error = { code: 'interrupted' as const, sentence: ERRORS.interrupted.message };
    const count = await storage.replies.recoverReplies(this.#owner, now(), error);
    if (count > 0) logger.warn({ replies: count }, 'replies of an earlier process were interrupted');
  }

  /** The reply of an earlier send with this client message id, if any; throws when that was for another message. */
  async findRepeat(userId: string, message: NewMessage): Promise<FoundReply | null> {
    if (message.clientMessageId === null) return null;
    const earlier = await this.#dependencies.storage.replies.findByClientMessageId(userId, message.clientMessageId);
    if (!earlier) return null;
    if (earlier.fingerprint !== fingerprint(message)) throw new AppError('idempotency-mismatch');
    return this.#found(earlier);
  }

  /** Takes a message and begins its reply, which goes on whether or not anyone reads it. */
  async accept({ user }: SignedIn, message: NewMessage): Promise<FoundReply> {
    const { storage, accounts, settings, now } = this.#dependencies;
    if (this.#isDraining) throw new AppError('unavailable', { retryAfter: 5 });
    const acceptedAt = now();
    const title = titleFromText(message.text);
    const result = await storage.replies.accept({
      userId: user.id,
      conversationId: message.conversationId,
      clientMessageId: message.clientMessageId ?? randomUUID(),
      fingerprint: fingerprint(message),
      generationId: randomUUID(),
      userMessageId: randomUUID(),
      assistantMessageId: randomUUID(),
      mode: message.mode,
      text: message.text,
      ...(message.replaces === null ? {} : { replaces: message.replaces }),
      seed: message.seed.map((turn) => ({ ...turn, id: randomUUID() })),
      title,
      usageRule: accounts.isUnlimited(user) ? null : settings.usageRule,
      owner: this.#owner,
      now: acceptedAt,
    });
    switch (result.outcome) {
      case 'accepted':
        return { live: this.#begin(result.reply, result.isNewConversation ? title : null, user.id, acceptedAt) };
      case 'duplicate':
        return this.#found(result.reply);
      case 'mismatch':
        throw new AppError('idempotency-mismatch');
      case 'busy':
        throw new AppError('reply-in-progress', { details: { generationId: result.generationId } });
      case 'not-found':
        throw new AppError('not-found');
      case 'limit-reached':
        throw new AppError('usage-limit-reached', {
          retryAfter: Math.max(1, Math.ceil((result.window.end - acceptedAt) / 1000)),
          details: { ...usageAt(result.window, acceptedAt, settings.usageRule, false) },
        });
      default:
        return result satisfies never;
    }
  }

  /** A reply of this user to read; throws `not-found` for any other. */
  async find(userId: string, generationId: string): Promise<FoundReply> {
    const live = this.#live.get(generationId);
    if (live?.record.userId === userId) return { live };
    const record = await this.#dependencies.storage.replies.find(userId, generationId);
    if (!record) throw new AppError('not-found');
    return this.#found(record);
  }

  /** Stops a reply and waits until the model's socket is closed and the text is stored. Returns how it ended. */
  async stop(userId: string, generationId: string): Promise<Message['status']> {
    const found = await this.find(userId, generationId);
    if (!found.live) return found.message.status;
    found.live.halt('stop');
    await found.live.ended;
    return found.live.message.status;
  }

  async stopConversation(userId: string, conversationId: string): Promise<void> {
    const running = [...this.#live.values()].filter(
      ({ record, isEnded }) => !isEnded && record.userId === userId && record.conversationId === conversationId,
    );
    await Promise.all(running.map((reply) => this.stop(userId, reply.record.generationId)));
  }

  async listActive(userId: string): Promise<ActiveReply[]> {
    const records = await this.#dependencies.storage.replies.listActive(userId);
    return records.map(({ generationId, conversationId, assistantMessageId }) => ({
      generationId,
      conversationId,
      assistantMessageId,
    }));
  }

  /** Takes no more messages; lets running replies end, and interrupts what still runs when `signal` aborts. */
  async drain(signal: AbortSignal): Promise<void> {
    this.#isDraining = true;
    const running = [...this.#live.values()].filter((reply) => !reply.isEnded);
    const interrupt = () => running.forEach((reply) => reply.halt('interrupt'));
    if (signal.aborted) interrupt();
    signal.addEventListener('abort', interrupt);
    await Promise.all(running.map((reply) => reply.ended));
  }

  get runningCount(): number {
    return [...this.#live.values()].filter((reply) => !reply.isEnded).length;
  }

  #begin(record: ReplyRecord, title: string | null, userId: string, acceptedAt: number): LiveReply {
    const { logger, model, storage } = this.#dependencies;
    const { generationId, userMessageId, assistantMessageId } = record;
    const opening: StreamEvent[] = [{ type: 'accepted', generationId, userMessageId, assistantMessageId }];
    if (title !== null) opening.push({ type: 'title', title });
    const reply = new LiveReply(record, opening, acceptedAt, {
      onProgress: (changed) => this.#checkpointer.mark(changed),
      store: (message) => this.#store(record, message),
      onUnexpected: (error) => logger.error({ err: error, generationId }, 'reply failed unexpectedly'),
    });
    this.#live.set(generationId, reply);
    const answer = async (signal: AbortSignal) => {
      const branch = await storage.conversations.messages(userId, record.conversationId, { limit: HISTORY_LENGTH + 1 });
      const messages = (branch?.items ?? []).filter((message) => message.id !== assistantMessageId);
      return RUN_MODES[record.mode](this.#turn(record, messages, acceptedAt), model, signal);
    };
    void reply.run(answer).then(() => {
      setTimeout(() => this.#live.delete(generationId), KEEP_ENDED_MS).unref();
    });
    return reply;
  }

  #turn(record: ReplyRecord, messages: Message[], now: number) {
    const { productName, jwtSecret } = this.#dependencies.settings;
    const safetyIdentifier = createHash('sha256').update(`${jwtSecret}:${record.userId}`).digest('hex');
    return { messages, conversationId: record.conversationId, safetyIdentifier, productName, now };
  }

  /** Stores how a reply ended, trying again for a minute, and makes the event that says so. */
  async #store({ generationId, userId }: ReplyRecord, message: Message): Promise<StreamEvent | null> {
    const { storage, settings, now } = this.#dependencies;
    const counts = message.status === 'complete' || (message.status === 'stopped' && hasAnswer(message));
    const end = { generationId, message, usage: counts ? ('consume' as const) : ('refund' as const), now: now() };
    const stored = await this.#retrying(() => storage.replies.end(end));
    if (!stored) return null;
    if (message.isError && message.errorCode) {
      return { type: 'error', code: message.errorCode, error: message.error ?? '' };
    }
    const user = await storage.users.findById(userId);
    const window = await storage.usage.window(userId);
    const unlimited = user !== null && this.#dependencies.accounts.isUnlimited(user);
    return { type: 'done', message, usage: usageAt(window, now(), settings.usageRule, unlimited) };
  }

  async #retrying<T>(work: () => Promise<T>): Promise<T> {
    const giveUpAt = performance.now() + STORE_RETRY_MS;
    for (let wait = 100; ; wait = Math.min(wait * 2, 5_000)) {
      try {
        return await work();
      } catch (error) {
        if (performance.now() + wait > giveUpAt) throw error;
        this.#dependencies.logger.warn({ err: error }, 'storing the end of a reply failed, trying again');
        await new Promise((resolve) => setTimeout(resolve, wait));
      }
    }
  }

  async #found(record: ReplyRecord): Promise<FoundReply> {
    const live = this.#live.get(record.generationId);
    if (live) return { live };
    const message = await this.#dependencies.storage.replies.message(record.userId, record.assistantMessageId);
    if (!message) throw new AppError('not-found');
    // Its end could not be stored, or another process writes it: there is nothing to read here yet.
    if (message.status === 'streaming') throw new AppError('unavailable', { retryAfter: 2 });
    return { live: null, message };
  }
}

/** Of everything that makes a message this message; the same client message id with another fingerprint is refused. */
function fingerprint({ conversationId, mode, text, replaces }: NewMessage): string {
  return createHash('sha256')
    .update(JSON.stringify([conversationId, mode, text, replaces]))
    .digest('hex');
}
