import type { Logger } from 'pino';
import { AppError, t } from '@parley/core';
import type { Caller, FairScheduler } from '../../limits/fair-scheduler.ts';
import type { Metrics } from '../../metrics/metrics.ts';
import type { FiguresStore } from '../../storage/storage.ts';
import { hostOf } from '../model/host.ts';
import { Providers } from '../models/providers.ts';
import { contentOf, type Asked } from './asked.ts';
import type { Moderator } from '../model/moderator.ts';
import { openModerator, type ModeratorSettings } from '../model/open-moderator.ts';

/** What the operator wants done with flagged questions, and with those that could not be checked. */
export interface ModerationChoices {
  /** `note` only counts flagged questions. */
  flagged: 'note' | 'refuse';
  unchecked: 'allow' | 'refuse';
}

export interface ModerationSettings extends ModerationChoices {
  /** Null for the sandbox's. */
  service: ModeratorSettings | null;
}

export interface ModerationDependencies {
  /** Null checks nothing. */
  settings: (ModerationChoices & { moderator: Moderator }) | null;
  work: FairScheduler;
  figures: Pick<FiguresStore, 'count'>;
  metrics: Pick<Metrics, 'flaggedQuestions' | 'upstreamErrors'>;
  logger: Logger;
  now: () => number;
}

/** The gate that every question passes before it is counted, stored or sent to a model. */
export interface Moderation {
  readonly isOn: boolean;
  /**
   * Throws `message-refused` for a flagged question, and `unavailable` for one that could not be checked where the
   * operator wants no such questions. With `note`, resolves at once, and the check runs beside the reply.
   */
  admit(asked: Asked, caller: Caller): Promise<void>;
  /** Waits for the checks that run beside replies. */
  close(): Promise<void>;
}

/** Opens the configured moderation model, or the sandbox's at this address. */
export function openModeration(
  settings: ModerationSettings | null,
  sandbox: string | null,
): ModerationDependencies['settings'] {
  const standIn = sandbox === null ? null : { apiKey: 'sandbox', baseUrl: sandbox, model: 'demo-moderation' };
  const service = settings?.service ?? standIn;
  return settings && service && { ...settings, moderator: openModerator(service) };
}

/** The startup log line about it; none when nothing is checked. */
export function describeModeration(settings: ModerationSettings | null): string[] {
  if (settings === null) return [];
  const { service, flagged } = settings;
  const does = { note: 'counts flagged messages', refuse: 'refuses flagged messages' }[flagged];
  return [`Moderation: ${service ? `${service.model} at ${hostOf(service.baseUrl).name}` : 'sandbox'} ${does}`];
}

type Verdict = { categories: string[] } | { fault: unknown };

const LOG_EVERY_MS = 60_000;
const SERVICE = 'moderation';
const FLAGGED = t`This server’s rules don’t allow this message.`;
const UNCHECKED = t`Messages can’t be checked right now. Please try again in a moment.`;
const OFF: Moderation = { isOn: false, admit: async () => {}, close: async () => {} };

export function createModeration(dependencies: ModerationDependencies): Moderation {
  const { settings, work, figures, metrics, logger, now } = dependencies;
  if (settings === null) return OFF;
  const { moderator, flagged, unchecked } = settings;
  const providers = new Providers(now);
  const beside = new Set<Promise<void>>();
  let faults = 0;
  let loggedAt = -Infinity;

  /** Asks the service. While it keeps failing, questions that are allowed unchecked do not wait for it. */
  async function judge({ question, earlier, files }: Asked): Promise<Verdict> {
    // Earlier questions were counted when they were asked.
    const messages = flagged === 'note' ? [question] : [question, ...(await earlier()).toReversed()];
    const content = await contentOf(messages, files);
    if (content.texts.length + content.pictures.length === 0) return { categories: [] };
    const attempt = providers.attempt(SERVICE);
    if (!attempt && unchecked === 'allow') return { fault: new AppError('model-unreachable') };
    try {
      const categories = await moderator.flaggedIn(content);
      attempt?.answered();
      return { categories };
    } catch (fault) {
      attempt?.failed(fault);
      return { fault };
    }
  }

  /** A check goes on when its caller hangs up, as replies do. */
  function inTurn(asked: Asked, { user, address }: Caller): Promise<Verdict> {
    return work.run({ user, address, signal: new AbortController().signal }, () => judge(asked));
  }

  async function countVerdict(verdict: Verdict): Promise<void> {
    if ('fault' in verdict) {
      noteFault(verdict.fault);
      return count(['unchecked']);
    }
    const { categories } = verdict;
    if (categories.length === 0) return;
    for (const category of categories) metrics.flaggedQuestions.inc({ category });
    await count(['flagged', ...categories.map((category) => `flagged:${category}` as const)]);
  }

  /** The verdict holds whether or not it can be counted. */
  async function count(names: Parameters<FiguresStore['count']>[0]): Promise<void> {
    await figures.count(names, now()).catch((error: unknown) => {
      logger.warn({ err: error }, 'a checked question could not be counted');
    });
  }

  /** The fault's own words are left out: they may repeat the question. */
  function noteFault(fault: unknown): void {
    const code = fault instanceof AppError ? fault.code : 'internal';
    metrics.upstreamErrors.inc({ part: SERVICE, code });
    faults++;
    if (now() - loggedAt < LOG_EVERY_MS) return;
    logger.warn({ code, faults, unchecked }, 'questions could not be checked');
    loggedAt = now();
    faults = 0;
  }

  return {
    isOn: true,
    async admit(asked, caller) {
      if (flagged === 'note') {
        const running = inTurn(asked, caller)
          .then(countVerdict, (error: unknown) => countVerdict({ fault: error }))
          .finally(() => beside.delete(running));
        beside.add(running);
        return;
      }
      const verdict = await inTurn(asked, caller);
      await countVerdict(verdict);
      if ('fault' in verdict && unchecked === 'refuse') {
        throw new AppError('unavailable', { message: UNCHECKED, retryAfter: 5 });
      }
      if ('categories' in verdict && verdict.categories.length > 0)
        throw new AppError('message-refused', { message: FLAGGED });
    },
    async close() {
      await Promise.all(beside);
    },
  };
}
