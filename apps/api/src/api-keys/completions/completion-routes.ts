import { Router, type RequestHandler, type Response } from 'express';
import { AppError, type ListedModel, type ModelsResponse } from '@parley/core';
import type { Accounts } from '../../auth/accounts.ts';
import { signedIn } from '../../auth/authenticate.ts';
import { endWithSession } from '../../auth/end-with-session.ts';
import type { PlanOf } from '../../plans/plans.ts';
import type { UserRecord } from '../../storage/storage.ts';
import { estimateTokens } from '../../chat/model/request/fit-request.ts';
import type { Backends } from '../../chat/modes/mode.ts';
import { MODES_BY_ID } from '../../chat/modes/modes.ts';
import { readStreamBody } from '../../chat/read-stream-body.ts';
import type { LiveReply } from '../../chat/replies/generate/live-reply.ts';
import { sendLiveReply } from '../../chat/replies/stream/send-reply.ts';
import type { TemporaryReplies } from '../../chat/temporary/temporary-replies.ts';
import { callerOf, holdPlace } from '../../http/requests/caller.ts';
import { showAllowance } from '../../http/responses/rate-limit-headers.ts';
import { whenClosed } from '../../http/responses/when-closed.ts';
import type { Deadlines } from '../../limits/deadlines.ts';
import type { RateLimit } from '../../limits/rate-limit.ts';
import type { Work } from '../../limits/work.ts';
import { completionError, sendCompletionError } from './completion-error.ts';
import { CompletionWriter, throwFailure } from './completion-writer.ts';
import { InvalidParameter } from './invalid-parameter.ts';
import {
  COMPLETION_MODES,
  namedModel,
  readCompletion,
  withPictures,
  type ModelNames,
  type ReadCompletion,
} from './read-completion.ts';

const NO_KEY = 'Send an API key as “Authorization: Bearer parley_sk_…”. You create one in Settings.';
const ENDED = 'This API key was revoked or has expired.';
/** How long a stream waits for its first event, in milliseconds, so that an early failure has its own status. */
const OPENING_MS = 10_000;
/** When the modes became models, in seconds since 1970. Programs only show it. */
const MODELS_SINCE = Date.UTC(2026, 10, 23) / 1000;

interface CompletionRouteDependencies {
  accounts: Pick<Accounts, 'onEnd' | 'checkMaySend'>;
  planOf: PlanOf;
  temporaryReplies: TemporaryReplies;
  backends: Backends;
  /** New messages by user; shared with the chat. */
  messageLimit: RateLimit;
  productName: string;
  work: Pick<Work, 'bodies' | 'completions' | 'documents' | 'pictures'>;
  deadlines: Deadlines;
  now: () => number;
}

/**
 * Mounted at /v1: OpenAI's chat completions and models, for programs with an API key. Its models are the modes and the
 * models of the operator's list. Messages count like their user's, and nothing of them is stored.
 */
export function completionRoutes(dependencies: CompletionRouteDependencies): Router {
  const { accounts, planOf, temporaryReplies, backends, messageLimit, productName, work, deadlines, now } =
    dependencies;
  const router = Router();
  router.use(requireKey);

  router.post(
    '/chat/completions',
    readStreamBody(work.bodies, deadlines),
    endWithSession(accounts, refuseRest),
    async (req, res) => {
      const { user } = signedIn(res);
      const asked = readCompletion(req.body, await namesFor(user));
      req.body = undefined;
      await accounts.checkMaySend(user);
      await checkInstructions(asked, user);
      await holdPlace(res, work.completions);
      showAllowance(res, await messageLimit.consume(user.id));
      const message = await withPictures(asked, work, callerOf(res));
      const startedAt = now();
      const reply = await temporaryReplies.accept(user, message, callerOf(res), req.acceptsLanguages());
      // The caller cannot resume it.
      whenClosed(res, () => reply.halt('stop'));
      const writer = new CompletionWriter(asked, reply.record.generationId, startedAt, () => reply.halt('stop'));
      if (!asked.streams) reply.log.listen(() => writer.follow(reply.message));
      await (asked.streams ? begun(reply) : reply.ended);
      if (res.headersSent || res.destroyed) return;
      if (reply.isEnded) throwFailure(reply.message);
      if (asked.streams) sendLiveReply(reply, -1, res, deadlines, () => {}, writer.frames);
      else res.json(writer.whole(reply.message));
    },
  );

  router.get('/models', async (_req, res) => {
    const { modes, models } = await namesFor(signedIn(res).user);
    res.json({ object: 'list', data: [...modes, ...models].map(present) } satisfies ModelsResponse);
  });

  router.get('/models/:model', async (req, res) => {
    const { mode, model } = namedModel(req.params.model, await namesFor(signedIn(res).user));
    res.json(present(model ?? mode));
  });

  /** Refuses instructions that would leave too little of the model's context to the messages. */
  async function checkInstructions({ model, instructions }: ReadCompletion, user: UserRecord): Promise<void> {
    const listed = backends.models.choose({ plan: planOf(user), asked: model, chosen: user.model });
    const asked = listed?.model ?? backends.model;
    if (estimateTokens(instructions) <= (await asked.contextTokens()) / 2) return;
    throw new InvalidParameter(
      'messages',
      'context_length_exceeded',
      'The system messages are too long for the model.',
    );
  }

  /** The modes of this server, and the ids of the models that a user can choose among. */
  async function namesFor(user: UserRecord): Promise<ModelNames> {
    const modes = await Promise.all(
      COMPLETION_MODES.map(async (id) => ((await MODES_BY_ID[id].capability?.(backends))?.ok === false ? [] : [id])),
    );
    return { modes: modes.flat(), models: backends.models.ofPlan(planOf(user)).map(({ id }) => id) };
  }

  function present(id: string): ListedModel {
    return { id, object: 'model', created: MODELS_SINCE, owned_by: productName };
  }

  return router;
}

/** Lets only requests with an API key through: session tokens are for the product's own clients. */
const requireKey: RequestHandler = (_req, res, next) => {
  if (!res.locals.signedIn) throw new AppError('unauthorized', { message: NO_KEY });
  next();
};

/** Waits until a reply has more than its first event, but not for long. */
async function begun({ log, ended }: Pick<LiveReply, 'log' | 'ended'>): Promise<void> {
  if (log.lastSeq > 0) return;
  const { promise, resolve } = Promise.withResolvers<void>();
  const stopListening = log.listen(resolve);
  const timer = setTimeout(resolve, OPENING_MS);
  await Promise.race([promise, ended]);
  stopListening();
  clearTimeout(timer);
}

/** Ends a response whose key has ended. */
function refuseRest(res: Response): void {
  const error = new AppError('unauthorized', { message: ENDED });
  if (res.headersSent) res.end(`data: ${JSON.stringify(completionError(error))}\n\n`);
  else sendCompletionError(error, res);
}
