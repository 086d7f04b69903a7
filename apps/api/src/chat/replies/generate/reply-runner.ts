import { hasAnswer } from '@parley/core';
import { drawnPictures } from '../../../plans/drawn-pictures.ts';
import { meterBackends } from '../../../spending/meter-backends.ts';
import type { UserRecord } from '../../../storage/storage.ts';
import type { MeasuredTurn } from '../../modes/mode.ts';
import { MODES_BY_ID } from '../../modes/modes.ts';
import { safetyIdentifier } from '../../safety-identifier.ts';
import type { NewReply } from '../accept/accept-message.ts';
import type { NewMessage } from '../accept/new-message.ts';
import type { RepliesDependencies } from '../replies-dependencies.ts';
import { aboutTurn } from './about-turn.ts';
import type { BranchCache } from './branch-cache.ts';
import { BranchReader } from './branch-reader.ts';
import { Checkpointer } from './checkpointer.ts';
import { ConversationNamer } from './conversation-namer.ts';
import { LiveReply } from './live-reply.ts';
import { logFailure } from './log-failure.ts';
import { openingEvents } from './opening-events.ts';
import type { ReadTurnDependencies } from './read-turn.ts';
import { runMode } from './run-mode.ts';
import { storeEnd } from './store-end.ts';
import { Summarizer } from './summarizer.ts';

/** What is read of a conversation while its question is still being stored. */
type ReadAhead = Pick<ReadTurnDependencies, 'branch' | 'memories'>;

/** A reply that is being written. `done` resolves after its end, which is stored here or was elsewhere. */
export interface StartedReply {
  reply: LiveReply;
  done: Promise<void>;
}

/**
 * Writes the replies of this process: runs their modes, stores what they write, counts what they spend, and names and
 * summarizes their conversations.
 */
export class ReplyRunner {
  readonly #dependencies: RepliesDependencies;
  readonly #checkpointer: Checkpointer;
  readonly #namer: ConversationNamer;
  readonly #summarizer: Summarizer;
  readonly #branches: BranchCache;
  readonly #closing: AbortSignal;

  /** @param closing aborts the retries of storing an end */
  constructor(dependencies: RepliesDependencies, branches: BranchCache, closing: AbortSignal) {
    const { storage, journal, backends, limits, logger, spendings } = dependencies;
    this.#dependencies = dependencies;
    this.#branches = branches;
    this.#closing = closing;
    this.#checkpointer = new Checkpointer(storage.replies, logger, journal);
    const writing = { model: backends.model, conversations: storage.conversations, spendings, logger };
    this.#namer = new ConversationNamer(writing);
    this.#summarizer = new Summarizer({ ...writing, branches, limit: limits.replies });
  }

  /** Begins to read what a reply reads besides its question. The reply reads itself what could not be read ahead. */
  readAhead({ id, keepsMemories }: UserRecord, { conversationId, mode }: NewMessage): ReadAhead {
    const { storage, backends } = this.#dependencies;
    const branch = new BranchReader(storage.conversations, this.#branches, id, conversationId);
    if (!MODES_BY_ID[mode].readsQuestionOnly) void branch.readAhead(backends.model.contextTokens());
    const memories = keepsMemories ? storage.memories.list(id).catch(() => null) : Promise.resolve(null);
    return { branch, memories };
  }

  /** Starts the reply of an accepted message, which runs to its end by itself. */
  start(accepted: NewReply, readAhead: ReadAhead, language: string, user: UserRecord): StartedReply {
    const { record, acceptedAt, naming, model, branchEnd } = accepted;
    const { backends, cluster, journal, logger, settings, spendings, onFirstToken, now } = this.#dependencies;
    const { generationId } = record;
    const askerId = safetyIdentifier(settings.jwtSecret, record.userId);
    const payer = spendings.payerOf(user);
    const meter = spendings.openMeter({ userId: record.userId, mode: record.mode, id: generationId, model: model?.id });
    const pictures = drawnPictures(user, this.#dependencies);
    const spending = () => ({ plan: payer.plan, models: meter.spent() });
    let hasBegun = false;
    let isNamed = naming === null || !settings.namesConversations;
    // Later than the question, even within the same clock millisecond.
    const begunAt = Math.max(now(), acceptedAt + 1);
    const reply = new LiveReply(record, openingEvents(accepted, begunAt), begunAt, {
      onProgress: (changed) => {
        if (!hasBegun) onFirstToken?.(record.mode, (now() - acceptedAt) / 1000);
        hasBegun = true;
        // A picture ends its reply, so a title requested only then would arrive after the last event.
        if (isNamed || !(hasAnswer(changed.message) || changed.message.toolCalls)) return;
        isNamed = true;
        this.#namer.start(changed, naming?.question ?? '', { payer, safetyIdentifier: askerId });
      },
      store: async (message) => {
        await this.#checkpointer.finish(reply);
        const ended = { running: reply.message, spending: spending() };
        return storeEnd(record, message, ended, this.#dependencies, this.#closing);
      },
      onFailure: (error) => logFailure(logger, error, record),
      onFrame: (frame, changed) => {
        journal?.append(generationId, frame);
        this.#checkpointer.mark(changed);
        cluster.replies.append(generationId, frame);
      },
      spending,
      lease: cluster.lease,
    });
    // The provider bills a request from its beginning, also if this process dies before the next checkpoint.
    meter.onBegin = () => {
      journal?.appendSpending(generationId, reply.log.lastSeq, spending());
      this.#checkpointer.mark(reply);
    };
    let measured: MeasuredTurn | undefined;
    const turn = {
      ...aboutTurn(accepted, user, this.#dependencies),
      language,
      safetyIdentifier: askerId,
      onMeasured: (was: MeasuredTurn): void => void (measured = was),
      ...(pictures && { pictures }),
    };
    const metered = {
      ...this.#dependencies,
      ...readAhead,
      branchEnd,
      backends: meterBackends(reply.routed(backends, model), meter),
    };
    const done = reply
      .run((emit, signal) => runMode(record, turn, metered, emit, signal))
      .then(() => {
        logger.debug({ generationId, mode: record.mode, outcome: reply.message.status }, 'reply ended');
        cluster.replies.seal(generationId);
        journal?.remove(generationId);
        void spendings.closeMeter(meter);
        if (measured) this.#summarizer.start(reply, measured, payer);
      });
    return { reply, done };
  }

  /** Aborts the names and summaries that are being written. Call after the last reply has ended. */
  async close(): Promise<void> {
    await Promise.all([this.#namer.close(), this.#summarizer.close()]);
  }
}
