import { setImmediate } from 'node:timers/promises';
import { Router } from 'express';
import { z } from 'zod';
import {
  AppError,
  MAX_IMPORTED,
  t,
  type ImportDeletedResponse,
  type ImportOutcome,
  type ImportResponse,
  type ImportsResponse,
} from '@parley/core';
import { ImportedConversation, ImportedMessage, ImportQuery, ImportRequest } from '@parley/core/api';
import { signedIn } from '../../auth/authenticate.ts';
import type { Cluster } from '../../cluster/cluster.ts';
import { readBody } from '../../files/read-body.ts';
import { callerOf } from '../../http/requests/caller.ts';
import { parseBody } from '../../http/requests/parse-body.ts';
import { parseJson } from '../../http/requests/parse-json.ts';
import { watchBody } from '../../http/requests/watch-body.ts';
import type { LongAnswers } from '../../http/responses/long-answers.ts';
import { showAllowance } from '../../http/responses/rate-limit-headers.ts';
import type { Deadlines } from '../../limits/deadlines.ts';
import { createRateLimit } from '../../limits/rate-limit.ts';
import type { Work } from '../../limits/work.ts';
import type { ImportRecord, Storage } from '../../storage/storage.ts';
import type { Replies } from '../replies/replies.ts';
import { knownId } from '../known-id.ts';
import { fileIdsIn, importRecordOf, type ImportContext } from './import-record-of.ts';

/** Maximum size of a request in bytes. Clients send at most 1 MB, unless a single conversation is longer. */
const MAX_BYTES = 4 * 1024 * 1024;
/** The most values of a request: a message has some ten of them. */
const MAX_VALUES = 400_000;
/** Requests per user. */
const A_MINUTE = 300;
const BYTES_A_DAY = 512 * 1024 * 1024;
const DAY_S = 24 * 3600;
/** How often a day imports may make one conversation grow, since each time may bring megabytes. */
const GROWTHS_A_DAY = 16;

/** A request whose conversations, and their messages, are checked one at a time. */
const Unchecked = ImportRequest.extend({ conversations: z.array(z.unknown()).min(1).max(100) });
const UncheckedConversation = ImportedConversation.extend({
  messages: z.array(z.unknown()).min(1).max(MAX_IMPORTED),
});
/** Messages that are checked before the requests of others go on. */
const AT_ONCE = 100;

/** The ids of a conversation's stored messages, or why it has none. */
type Stored = ReadonlySet<string> | 'deleted' | 'new';

export interface ImportRoutes {
  storage: Pick<Storage, 'conversations' | 'files'>;
  cluster: Pick<Cluster, 'inTurn' | 'limiter'>;
  replies: Pick<Replies, 'stopDeleted'>;
  work: Pick<Work, 'bodies' | 'reads'>;
  answers: Pick<LongAnswers, 'sendJson'>;
  deadlines: Deadlines;
  /** Makes a user’s clients reload their list. */
  onImported: (userId: string) => void;
  now: () => number;
}

/** The routes of /api/chat that import conversations and remove imports; behind `requireUser`. */
export function importRoutes(dependencies: ImportRoutes): Router {
  const { storage, cluster, replies, work, answers, deadlines, onImported, now } = dependencies;
  const { conversations, files } = storage;
  const router = Router();
  const requestLimit = createRateLimit(cluster, 'imports', { requests: A_MINUTE, seconds: 60 });
  const byteLimit = createRateLimit(cluster, 'imported-bytes', {
    requests: BYTES_A_DAY,
    seconds: DAY_S,
    reason: t`You’ve reached the daily limit for imports.`,
  });

  const growthLimit = createRateLimit(cluster, 'imported-growth', {
    requests: GROWTHS_A_DAY,
    seconds: DAY_S,
    reason: t`You’ve reached the daily limit for imports.`,
  });

  router.post('/import', async (req, res) => {
    const userId = signedIn(res).user.id;
    showAllowance(res, await requestLimit.consume(userId));
    const caller = callerOf(res);
    const body = await work.bodies.run(caller, (place) => {
      const stopWatching = watchBody(req, place, deadlines);
      return readBody(req, MAX_BYTES, () => new AppError('too-large')).finally(stopWatching);
    });
    await byteLimit.consume(userId, body.length);
    const { importId, conversations: given, dryRun = false } = parseBody(Unchecked, parseJson(body, MAX_VALUES));
    const imported: ImportedConversation[] = [];
    for (const [index, each] of given.entries()) imported.push(await checked(each, ['conversations', index]));
    const found = await files.findAll(userId, [...new Set(imported.flatMap(fileIdsIn))]);
    const context = { userId, importId, files: new Map(found.map((file) => [file.attachment.id, file])), now: now() };
    const outcomes: ImportOutcome[] = [];
    for (const entries of Map.groupBy(imported.entries(), ([, { source, id }]) => `${source} ${id}`).values()) {
      // Read once for all entries of the conversation.
      let own: ImportOutcome | null = null;
      let stored: Promise<Stored> | undefined;
      const readStored = (id: string) => (stored ??= work.reads.run(caller, () => storedOf(userId, id)));
      for (const [index, each] of entries) {
        own ??= await outcomeOfOwn(userId, each);
        const outcome = own ?? (await importOne(each, context, dryRun ? readStored : null));
        if (!dryRun && (outcome === 'new' || outcome === 'grown')) onImported(userId);
        outcomes[index] = outcome;
      }
    }
    res.json({ success: true, outcomes } satisfies ImportResponse);
  });

  router.get('/imports', async (_req, res) => {
    await answers.sendJson(res, async () => {
      const found = await conversations.listImports(signedIn(res).user.id);
      const imports = found.map(({ count, importedAt, ...each }) => ({
        ...each,
        importedAt: new Date(importedAt).toISOString(),
        conversations: count,
      }));
      return { success: true, imports } satisfies ImportsResponse;
    });
  });

  router.delete('/imports/:importId', async (req, res) => {
    const { user } = signedIn(res);
    const { source } = parseBody(ImportQuery, req.query);
    const count = await conversations.deleteImport(user.id, knownId(req.params.importId), { source, now: now() });
    if (count === 0) throw new AppError('not-found');
    await replies.stopDeleted(user.id);
    res.json({ success: true, count } satisfies ImportDeletedResponse);
  });

  async function importOne(
    each: ImportedConversation,
    context: ImportContext,
    /** Of a dry run. */
    readStored: ((id: string) => Promise<Stored>) | null,
  ): Promise<ImportOutcome> {
    const { userId, now: at } = context;
    const record = importRecordOf(each, context);
    const place = `${userId} ${record.conversation.id}`;
    if ((await growthLimit.wait(place)) > 0) await growthLimit.consume(place);
    if (readStored) return foresee(record, await readStored(record.conversation.id));
    // Two tabs may import the same conversations at once.
    const [outcome = 'same'] = await cluster.inTurn(`import ${userId}`, () =>
      conversations.import(userId, [record], at),
    );
    if (outcome === 'grown') await growthLimit.consume(place);
    return outcome;
  }

  async function storedOf(userId: string, id: string): Promise<Stored> {
    const found = await conversations.messageIds(userId, id);
    if (!found) return 'new';
    return found.isDeleted ? 'deleted' : new Set(found.ids);
  }

  /** The outcome for a conversation that this account had on this server; null for any other. */
  async function outcomeOfOwn(userId: string, { source, id }: ImportedConversation): Promise<ImportOutcome | null> {
    if (source !== 'parley') return null;
    if (await conversations.find(userId, id)) return 'same';
    return (await conversations.messageIds(userId, id))?.isDeleted ? 'deleted' : null;
  }

  return router;
}

/** The outcome that an import of this conversation would have now, unless a reply is running in it. */
function foresee({ messages }: ImportRecord, stored: Stored): ImportOutcome {
  if (typeof stored === 'string') return stored;
  return messages.every(({ message }) => stored.has(message.id)) ? 'same' : 'grown';
}

/** Checks a conversation, and stops at the first message that is wrong. The requests of others go on in between. */
async function checked(given: unknown, path: PropertyKey[]): Promise<ImportedConversation> {
  const { messages, ...conversation } = parseBody(UncheckedConversation, given, path);
  const known: ImportedMessage[] = [];
  for (const [index, message] of messages.entries()) {
    if (index % AT_ONCE === 0) await setImmediate();
    known.push(parseBody(ImportedMessage, message, [...path, 'messages', index]));
  }
  return { ...conversation, messages: known };
}
