import type { Logger } from 'pino';
import { AppError, type Message } from '@parley/core';
import type { SignedIn } from '../../../auth/accounts.ts';
import type { Cluster } from '../../../cluster/cluster.ts';
import type { Caller } from '../../../limits/fair-scheduler.ts';
import { nameOf, type ListedModel } from '../../models/listed-model.ts';
import { lesserModelFor } from '../../models/lesser-model.ts';
import { routeModel } from '../../models/route-model.ts';
import type { Plans } from '../../../plans/plans.ts';
import type { AcceptRequest, BranchEnd, ReplyRecord } from '../../../storage/storage.ts';
import { acceptRequest } from './accept-request.ts';
import { admitQuestion } from './admit-question.ts';
import { chargeMessage, type ChargeDependencies } from './charge-message.ts';
import type { NewMessage } from './new-message.ts';
import { prepareQuestion, type PrepareDependencies } from './prepare-question.ts';
import { storeMessage } from './store-message.ts';

export interface AcceptDependencies extends PrepareDependencies, ChargeDependencies {
  storage: PrepareDependencies['storage'];
  plans: Pick<Plans, 'planOf' | 'ruleOf' | 'lesserOf' | 'limitReached'>;
  cluster: Pick<Cluster, 'id'>;
  logger: Logger;
  now: () => number;
}

/** The state of the process that accepts. */
export interface AcceptingProcess {
  /** Whether it still accepts messages. */
  acceptsMessages(): boolean;
  /** Aborts all retries at shutdown. */
  closing: AbortSignal;
  /** Returns the message of a reply that it is generating. */
  running(generationId: string): Message | undefined;
  /** Stops a reply and waits until it is stored. */
  stop(userId: string, generationId: string): Promise<void>;
}

/** A reply to generate. */
export interface NewReply {
  record: ReplyRecord;
  acceptedAt: number;
  naming: { title: string; question: string } | null;
  /** The reply that it continues. */
  continued: Message | null;
  length: NewMessage['length'];
  /** Null where all replies have the same. */
  model: ListedModel | null;
  branchEnd?: BranchEnd;
}

/** A reply to generate, or the reply of an earlier send of the same message. */
export type Accepted = ({ isNew: true } & NewReply) | { isNew: false; record: ReplyRecord };

/**
 * Checks, charges and stores a message with an empty reply. Throws an `AppError`, and counts nothing, when the message
 * is not accepted.
 */
export async function acceptMessage(
  { user }: SignedIn,
  message: NewMessage,
  caller: Caller,
  dependencies: AcceptDependencies,
  { acceptsMessages, closing, running, stop }: AcceptingProcess,
): Promise<Accepted> {
  const { storage, backends, plans, cluster, logger, now } = dependencies;
  if (!acceptsMessages()) throw new AppError('unavailable', { retryAfter: 5 });
  const { model: base, models } = backends;
  const model = models.choose({ plan: plans.planOf(user), asked: message.model, chosen: user.model });
  const asked = model
    ? { ...dependencies, backends: { ...backends, model: routeModel(model, models, base) } }
    : dependencies;
  const question = await prepareQuestion(user.id, message, asked, caller);
  try {
    await admitQuestion(user.id, message, question, dependencies, caller);
    if (!acceptsMessages()) throw new AppError('unavailable', { retryAfter: 5 });
  } catch (error) {
    await question.discard();
    throw error;
  }
  const acceptedAt = now();
  const usageRule = plans.ruleOf(user);
  const taken = { usageRule, now: acceptedAt, owner: cluster.id, ...namedIn(message, model) };
  const request = acceptRequest(user.id, message, question, taken);
  let answering = model;
  const store = (wanted: AcceptRequest) =>
    storeMessage(wanted, {
      storage,
      logger,
      now,
      closing,
      running,
      stop: (generationId) => stop(user.id, generationId),
    });
  const result = await chargeMessage(message, question, request, dependencies, async (charged) => {
    const first = await store(charged);
    const lesser = first.outcome === 'limit-reached' ? lesserModelFor(user, message, { plans, models }) : null;
    if (!lesser) return first;
    answering = lesser.model;
    return store({ ...charged, usageRule: lesser.rule, ...namedIn(message, lesser.model) });
  });
  switch (result.outcome) {
    case 'accepted': {
      const naming = result.isNewConversation ? { title: request.title, question: question.words } : null;
      const { length } = message;
      const { branchEnd } = result;
      return {
        isNew: true,
        record: result.reply,
        acceptedAt,
        naming,
        continued: question.continued,
        length,
        model: answering,
        ...(branchEnd && { branchEnd }),
      };
    }
    case 'duplicate':
      return { isNew: false, record: result.reply };
    case 'mismatch':
      throw new AppError('idempotency-mismatch');
    case 'busy':
      throw new AppError('reply-in-progress', { details: { generationId: result.generationId } });
    case 'not-found':
      throw new AppError('not-found');
    case 'limit-reached':
      throw plans.limitReached(user, result.window, message, acceptedAt);
    default:
      return result satisfies never;
  }
}

/** The model that the reply names; none for a picture, which another model draws. */
function namedIn({ mode }: NewMessage, model: ListedModel | null): Pick<AcceptRequest, 'model'> {
  return model && mode !== 'image' ? { model: nameOf(model) } : {};
}
