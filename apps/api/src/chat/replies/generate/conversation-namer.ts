import type { Logger } from 'pino';
import { cleanTitle } from '@parley/core';
import type { ConversationStore } from '../../../storage/storage.ts';
import type { Meter } from '../../../spending/meter.ts';
import type { Payer, Spendings } from '../../../spending/spendings.ts';
import type { Model } from '../../model/model.ts';
import type { LiveReply } from './live-reply.ts';

const MAX_MS = 6_000;
const MAX_QUESTION = 2_000;
const INSTRUCTIONS =
  'Name this conversation by its first message: in 2 to 5 words, in the language of the message, title only, without quotation marks or a full stop.';

export interface NamerDependencies {
  model: Pick<Model, 'complete'>;
  conversations: Pick<ConversationStore, 'nameByModel'>;
  spendings: Pick<Spendings, 'charge'>;
  logger: Logger;
}

/** For whom a title is requested. */
export interface Asker {
  payer: Payer;
  safetyIdentifier: string;
}

/**
 * Asks the model for titles of new conversations. A conversation without a title in time keeps its first words as
 * title.
 */
export class ConversationNamer {
  readonly #dependencies: NamerDependencies;
  readonly #running = new Set<Promise<void>>();
  readonly #closing = new AbortController();

  constructor(dependencies: NamerDependencies) {
    this.#dependencies = dependencies;
  }

  /** Requests a title; aborts when the reply is stopped. Call once per conversation. */
  start(reply: LiveReply, question: string, asker: Asker): void {
    const work = this.#name(reply, question, asker).finally(() => this.#running.delete(work));
    this.#running.add(work);
  }

  /** Aborts all requests and waits until they have settled. */
  async close(): Promise<void> {
    this.#closing.abort();
    await Promise.all(this.#running);
  }

  async #name(reply: LiveReply, question: string, { payer, safetyIdentifier }: Asker): Promise<void> {
    const { model, conversations, spendings, logger } = this.#dependencies;
    const { userId, conversationId } = reply.record;
    const signal = AbortSignal.any([reply.halted, this.#closing.signal, AbortSignal.timeout(MAX_MS)]);
    try {
      const text = question.slice(0, MAX_QUESTION).toWellFormed();
      const request = { instructions: INSTRUCTIONS, text, maxOutputTokens: 30, safetyIdentifier };
      const complete = (meter: Meter) => model.complete({ ...request, meter }, signal);
      const title = cleanTitle(await spendings.charge(payer, 'title', complete));
      if (title === '' || signal.aborted) return;
      if (await conversations.nameByModel(userId, conversationId, title)) reply.sendTitle(title);
    } catch (error) {
      if (!signal.aborted) logger.debug({ err: error, conversationId }, 'naming a conversation failed');
    }
  }
}
