import { randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import { AppError, countsAsMessage, type Message, type NewCounted, type StreamEvent } from '@parley/core';
import type { Cluster } from '../../cluster/cluster.ts';
import { ALWAYS_HELD } from '../../cluster/lease.ts';
import type { Files } from '../../files/files.ts';
import type { Caller } from '../../limits/fair-scheduler.ts';
import type { RateLimit } from '../../limits/rate-limit.ts';
import type { Plans } from '../../plans/plans.ts';
import { meterBackends } from '../../spending/meter-backends.ts';
import type { Spendings } from '../../spending/spendings.ts';
import type { Storage, UserRecord } from '../../storage/storage.ts';
import type { ListedModel } from '../models/listed-model.ts';
import { lesserModelFor } from '../models/lesser-model.ts';
import type { Backends, Turn } from '../modes/mode.ts';
import { MODES_BY_ID } from '../modes/modes.ts';
import type { Moderation } from '../moderation/moderation.ts';
import type { AssistantSettings } from '../modes/prompt/assistant-settings.ts';
import { languageName } from '../modes/prompt/language-name.ts';
import { capabilityRefusal } from '../modes/refusals.ts';
import { LiveReply } from '../replies/generate/live-reply.ts';
import { logFailure } from '../replies/generate/log-failure.ts';
import { endEvent } from '../replies/generate/store-end.ts';
import { retrying, withTimeout } from '../replies/retrying.ts';
import type { TemporaryMessage } from './temporary-request.ts';
import { findAttachments, temporaryTurn } from './temporary-turn.ts';

/** How long an ended reply can still be read, in milliseconds: a reader may have lost its connection. */
const KEEP_ENDED_MS = 60_000;
/** How long readers wait for the count of an ended reply, in milliseconds. */
const SETTLE_MS = 60_000;
/** Topic for ids of deleted users. */
const DELETED_USERS = 'deleted users of temporary replies';

export interface TemporaryRepliesDependencies {
  storage: Pick<Storage, 'replies' | 'usage' | 'users' | 'files'>;
  files: Files;
  cluster: Pick<Cluster, 'publish' | 'subscribe'>;
  backends: Backends;
  moderation: Moderation;
  spendings: Spendings;
  plans: Plans;
  /** The hourly limit that stored replies count against, too. */
  limit: Pick<RateLimit, 'consume' | 'giveBack'>;
  settings: { productName: string; jwtSecret: string; assistant?: AssistantSettings };
  acceptsMessages: () => boolean;
  logger: Logger;
  now: () => number;
}

interface Entry {
  userId: string;
  fingerprint: string;
  reply: Promise<LiveReply>;
}

/**
 * Replies of temporary chats. Stored are only the count of a message, what its reply cost, and uploads until their user
 * deletes them. A reply and its log are in the memory of the process that accepted it, and can be read there until a
 * minute after its end.
 */
export class TemporaryReplies {
  readonly #dependencies: TemporaryRepliesDependencies;
  readonly #backends: Backends;
  readonly #live = new Map<string, LiveReply>();
  /** By user and client message id. */
  readonly #entries = new Map<string, Entry>();
  /** Aborts all retries at shutdown. */
  readonly #closing = new AbortController();

  constructor(dependencies: TemporaryRepliesDependencies) {
    this.#dependencies = dependencies;
    const { imageModel } = dependencies.backends;
    // A drawn picture would be stored.
    const drawsNothing = { draw: imageModel.draw.bind(imageModel), capability: async () => ({ ok: false }) };
    this.#backends = { ...dependencies.backends, imageModel: drawsNothing };
    dependencies.cluster.subscribe(DELETED_USERS, (userId) => void this.#stopHere(userId));
  }

  get runningCount(): number {
    return [...this.#live.values()].filter(({ isEnded }) => !isEnded).length;
  }

  /** The reply of an earlier send of this message. Throws if that send was a different message. */
  findRepeat(userId: string, { clientMessageId, fingerprint }: TemporaryMessage): Promise<LiveReply> | null {
    const entry = clientMessageId === null ? undefined : this.#entries.get(keyOf(userId, clientMessageId));
    if (!entry) return null;
    if (entry.fingerprint !== fingerprint) throw new AppError('idempotency-mismatch');
    return entry.reply;
  }

  /** Counts a message and starts its reply. Throws, and counts nothing, when it is not accepted. */
  async accept(
    user: UserRecord,
    message: TemporaryMessage,
    caller: Caller,
    languages: readonly string[],
  ): Promise<LiveReply> {
    const repeat = this.findRepeat(user.id, message);
    if (repeat) return repeat;
    const key = keyOf(user.id, message.clientMessageId ?? randomUUID());
    const reply = this.#begin(user, message, caller, languageName(languages), () => this.#entries.delete(key));
    this.#entries.set(key, { userId: user.id, fingerprint: message.fingerprint, reply });
    reply.catch(() => this.#entries.delete(key));
    return reply;
  }

  /** Null when this process has no such reply of this user. */
  find(userId: string, generationId: string): LiveReply | null {
    const reply = this.#live.get(generationId);
    return reply?.record.userId === userId ? reply : null;
  }

  /** Stops a reply and waits until the model's socket is closed. Null when this process has no such reply. */
  async stop(userId: string, generationId: string): Promise<Message['status'] | null> {
    const reply = this.find(userId, generationId);
    reply?.halt('stop');
    await reply?.ended;
    return reply?.message.status ?? null;
  }

  /** Stops all replies of a user who is being deleted, and forgets them, in all processes. */
  async stopUser(userId: string): Promise<void> {
    await this.#stopHere(userId);
    this.#dependencies.cluster.publish(DELETED_USERS, userId);
  }

  /**
   * Lets running replies end, and interrupts the rest when `signal` aborts, also those that begin later. Call when no
   * messages are accepted.
   */
  async drain(signal: AbortSignal): Promise<void> {
    const interrupt = () => {
      for (const reply of this.#live.values()) reply.halt('interrupt');
      this.#closing.abort();
    };
    if (signal.aborted) interrupt();
    signal.addEventListener('abort', interrupt);
    await Promise.allSettled([...this.#entries.values()].map(({ reply }) => reply));
    await Promise.all([...this.#live.values()].map(({ ended }) => ended));
    this.#closing.abort();
  }

  async #stopHere(userId: string): Promise<void> {
    const replies = [...this.#live.values()].filter(({ record }) => record.userId === userId);
    for (const reply of replies) reply.halt('stop');
    await Promise.all(replies.map(({ ended }) => ended));
    for (const { record } of replies) this.#live.delete(record.generationId);
    for (const [key, entry] of this.#entries) if (entry.userId === userId) this.#entries.delete(key);
  }

  async #begin(
    user: UserRecord,
    message: TemporaryMessage,
    caller: Caller,
    language: string,
    onForgotten: () => void,
  ): Promise<LiveReply> {
    const { storage, acceptsMessages, plans, spendings, now } = this.#dependencies;
    if (!acceptsMessages()) throw new AppError('unavailable', { retryAfter: 5 });
    const model = this.#backends.models.choose({ plan: plans.planOf(user), asked: message.model, chosen: user.model });
    const mode = MODES_BY_ID[message.mode];
    const refusal = mode.capability && capabilityRefusal(await mode.capability(this.#backends));
    if (refusal) throw refusal;
    const attachments = await findAttachments(user.id, message, model, { storage, backends: this.#backends });
    const ids = { generationId: randomUUID(), userMessageId: randomUUID(), assistantMessageId: randomUUID() };
    const conversationId = randomUUID();
    const turn = temporaryTurn(
      user,
      message,
      { attachments, language, conversationId, now: now() },
      this.#dependencies,
    );
    await this.#admit(turn, caller);
    const acceptedAt = now();
    const counted = { id: ids.generationId, mode: message.mode };
    const { isCounted, lesser } = await this.#charge(user, message, counted, acceptedAt, model?.id);

    const about = { userId: user.id, conversationId, clientMessageId: randomUUID() };
    const record = { ...ids, ...about, mode: message.mode, status: 'streaming' as const };
    const settle = (final: Message, running: Message) => {
      const isDelivered = countsAsMessage(final, running) && !(message.program?.isWhole && final.isError);
      return this.#settle(user.id, ids.generationId, isCounted && !isDelivered, final);
    };
    const payer = spendings.payerOf(user);
    const reserved = { userId: user.id, ...counted, model: model?.id };
    const meter = spendings.openCall(payer, message.mode, ids.generationId, reserved);
    const reply = new LiveReply(record, [{ type: 'accepted', ...ids }], acceptedAt + 1, {
      onProgress: () => meter.onProgress(),
      async store(final) {
        await spendings.add(payer, message.mode, meter, ids.generationId);
        return settle(final, reply.message);
      },
      onFailure: (error) => logFailure(this.#dependencies.logger, error, record),
      // No other process reads this reply or takes it over.
      onFrame() {},
      lease: ALWAYS_HELD,
    });
    this.#live.set(ids.generationId, reply);
    if (this.#closing.signal.aborted) reply.halt('interrupt');
    const backends = meterBackends(reply.routed(this.#backends, lesser ?? model), meter);
    void reply
      .run((emit, signal) => mode.run(turn, backends, emit, signal))
      .then(() => {
        void spendings.closeMeter(meter);
        setTimeout(() => {
          this.#live.delete(ids.generationId);
          onForgotten();
        }, KEEP_ENDED_MS).unref();
      });
    return reply;
  }

  /** The client sends the whole conversation, so that the earlier questions may be new, too. */
  async #admit({ messages, files, programInstructions = '' }: Turn, caller: Caller): Promise<void> {
    const { acceptsMessages, moderation } = this.#dependencies;
    const questions = messages.filter(({ isUser }) => isUser);
    const question = questions.pop() ?? { text: '' };
    const earlier = async () => [{ text: programInstructions }, ...questions];
    await moderation.admit({ question, earlier, files }, caller);
    if (!acceptsMessages()) throw new AppError('unavailable', { retryAfter: 5 });
  }

  /** Counts a message, unless its plan counts none. `lesser` is the model that answers beyond the free messages. */
  async #charge(
    user: UserRecord,
    asked: TemporaryMessage,
    message: NewCounted,
    now: number,
    model?: string,
  ): Promise<{ isCounted: boolean; lesser: ListedModel | null }> {
    const { storage, limit, plans, spendings } = this.#dependencies;
    await limit.consume(user.id);
    try {
      await spendings.budgets.reserve(user.id, message.mode, message.id, model);
      const rule = plans.ruleOf(user);
      if (!rule) return { isCounted: false, lesser: null };
      const taken = await storage.usage.take(user.id, message, rule, now);
      if (taken.isCounted) return { isCounted: true, lesser: null };
      const lesser = lesserModelFor(user, asked, { plans, models: this.#backends.models });
      const more = lesser && (await storage.usage.take(user.id, message, lesser.rule, now));
      if (lesser && more?.isCounted) return { isCounted: true, lesser: lesser.model };
      throw plans.limitReached(user, (more ?? taken).window, message, now);
    } catch (error) {
      await Promise.all([limit.giveBack(user.id), spendings.budgets.settle(user.id, message.id, 0)]);
      throw error;
    }
  }

  /** Gives the message back where nothing was delivered. Returns the last event. */
  #settle(userId: string, generationId: string, isGivenBack: boolean, message: Message): Promise<StreamEvent> {
    const { storage, logger } = this.#dependencies;
    const retried = <T>(work: () => Promise<T>) =>
      retrying(work, { name: 'counting a temporary reply', logger, signal: this.#closing.signal });
    const settled = isGivenBack ? retried(() => storage.usage.giveBack(userId, generationId)) : Promise.resolve();
    return withTimeout(
      settled.then(() => retried(() => endEvent(userId, message, this.#dependencies))),
      SETTLE_MS,
    );
  }
}

function keyOf(userId: string, clientMessageId: string): string {
  return `${userId} ${clientMessageId}`;
}
