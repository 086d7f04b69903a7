import { create as contentDisposition } from 'content-disposition';
import { Router, type Request, type Response } from 'express';
import {
  AppError,
  ATTACHMENT_LIMITS,
  attachmentKind,
  tooLarge,
  type FileTextResponse,
  type UploadResponse,
} from '@parley/core';
import { LibraryQuery } from '@parley/core/api';
import type { Accounts } from '../auth/accounts.ts';
import { bearerToken, findSignedIn, requireUser, signedIn } from '../auth/authenticate.ts';
import type { Cluster } from '../cluster/cluster.ts';
import { createRateLimit } from '../limits/rate-limit.ts';
import { parseBody } from '../http/requests/parse-body.ts';
import { callerOf, holdPlace } from '../http/requests/caller.ts';
import type { LongAnswers } from '../http/responses/long-answers.ts';
import { showAllowance } from '../http/responses/rate-limit-headers.ts';
import { watchBody } from '../http/requests/watch-body.ts';
import type { Deadlines } from '../limits/deadlines.ts';
import type { Work } from '../limits/work.ts';
import type { FileRecord, FileStore } from '../storage/storage.ts';
import { savedName } from './file-name.ts';
import type { Files } from './files.ts';
import { readLibrary } from './library.ts';
import type { PictureAddresses } from './picture-addresses.ts';
import { readBody } from './read-body.ts';

export interface FileRoutes {
  cluster: Pick<Cluster, 'limiter'>;
  files: Files;
  store: FileStore;
  accounts: Accounts;
  pictures: PictureAddresses;
  isBlocked: (userId: string) => Promise<boolean>;
  answers: LongAnswers;
  work: Pick<Work, 'uploads' | 'bodies'>;
  deadlines: Deadlines;
}

/** The kind is known only after the bytes have been read. */
const MAX_FILE_BYTES = Math.max(...Object.values(ATTACHMENT_LIMITS));
const YEAR_S = 365 * 24 * 3600;
/** Uploads per user. */
const A_MINUTE = 60;

/** Mounted at /api/files. */
export function fileRoutes(dependencies: FileRoutes): Router {
  const { cluster, files, store, accounts, pictures, isBlocked, answers, work, deadlines } = dependencies;
  const router = Router();
  const user = requireUser(accounts);
  const uploadLimit = createRateLimit(cluster, 'uploads', { requests: A_MINUTE, seconds: 60 });

  router.post('/', user, async (req, res) => {
    const userId = signedIn(res).user.id;
    const caller = callerOf(res);
    await holdPlace(res, work.uploads);
    showAllowance(res, await uploadLimit.consume(userId));
    const declaredType = req.headers['content-type'] ?? '';
    const name = typeof req.query.name === 'string' ? req.query.name : '';
    const refusal = () => new AppError('too-large', { message: tooLarge(attachmentKind(declaredType, name) ?? 'pdf') });
    const bytes = await work.bodies.run(caller, (place) => {
      const stopWatching = watchBody(req, place, deadlines);
      return readBody(req, MAX_FILE_BYTES, refusal).finally(stopWatching);
    });
    const file = await files.storeUpload(userId, { name, declaredType, bytes }, caller);
    res.json({ success: true, file: pictures.attachment(file, userId) } satisfies UploadResponse);
  });

  router.get('/', user, async (req, res) => {
    const page = parseBody(LibraryQuery, req.query);
    res.json(await readLibrary(store, pictures, signedIn(res).user.id, page));
  });

  router.get('/:id', async (req, res) => {
    const file = await store.find(req.params.id);
    const seconds = file ? await secondsToRead(res, file) : 0;
    if (!file || seconds === 0) throw new AppError('not-found');
    const { id, kind, type } = file.attachment;
    res.set({
      'Cache-Control': `private, max-age=${seconds}, immutable`,
      // The desktop app and clients on other hosts embed pictures, too.
      'Cross-Origin-Resource-Policy': 'cross-origin',
      // Opened in a tab, the file has no origin and runs nothing, whatever its content.
      'Content-Security-Policy': "sandbox; default-src 'none'",
      'X-Content-Type-Options': 'nosniff',
      ETag: `"${id}"`,
      Vary: 'Authorization',
    });
    if (req.fresh) {
      res.status(304).end();
      return;
    }
    await answers.send(res, async function* (inTurn) {
      const bytes = await inTurn(() => store.bytes(id));
      if (!bytes) throw new AppError('not-found');
      res.set({
        'Content-Type': kind === 'text' ? `${type}; charset=utf-8` : type,
        'Content-Disposition': contentDisposition(savedName(file.attachment), {
          type: kind === 'image' ? 'inline' : 'attachment',
        }),
        'Content-Length': String(bytes.length),
      });
      yield bytes;
    });
  });

  router.get('/:id/text', user, async (req: Request<{ id: string }>, res) => {
    const file = await store.find(req.params.id);
    if (file?.userId !== signedIn(res).user.id) throw new AppError('not-found');
    const { id, isCut = false } = file.attachment;
    await answers.sendJson(res, async () => {
      const text = await store.text(id);
      if (text === null) throw new AppError('not-found');
      return { success: true, text, isCut } satisfies FileTextResponse;
    });
  });

  router.delete('/:id', user, async (req: Request<{ id: string }>, res) => {
    if (!(await store.deleteUnsent(signedIn(res).user.id, req.params.id))) throw new AppError('not-found');
    res.json({ success: true });
  });

  /**
   * Seconds for which the caller may cache the file; 0 if access is denied. A token takes precedence over the URL's
   * signature.
   */
  async function secondsToRead(res: Response, file: FileRecord): Promise<number> {
    const token = bearerToken(res.req);
    if (token === undefined) {
      const seconds = pictures.secondsLeft(file, res.req.query);
      return seconds > 0 && (await isBlocked(file.userId)) ? 0 : seconds;
    }
    const who = await findSignedIn(accounts, token, res);
    return who?.user.id === file.userId ? YEAR_S : 0;
  }

  return router;
}
