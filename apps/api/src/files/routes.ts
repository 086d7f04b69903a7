import { create as contentDisposition } from 'content-disposition';
import { Router, type Request, type RequestHandler } from 'express';
import {
  AppError,
  ATTACHMENT_LIMITS,
  attachmentKind,
  tooLarge,
  unsupportedType,
  type FileTextResponse,
  type UploadResponse,
} from '@parley/core';
import type { Accounts } from '../auth/accounts.ts';
import { bearerToken, requireUser, signedIn } from '../auth/authenticate.ts';
import type { Cluster } from '../cluster/cluster.ts';
import { createRateLimit } from '../limits/rate-limit.ts';
import type { LongAnswers } from '../http/long-answers.ts';
import { showAllowance } from '../http/rate-limit-headers.ts';
import { whenClosed } from '../http/when-closed.ts';
import type { FileRecord, FileStore } from '../storage/storage.ts';
import type { Files } from './files.ts';
import { readBody } from './read-body.ts';

export interface FileRoutes {
  cluster: Pick<Cluster, 'limiter'>;
  files: Files;
  store: FileStore;
  accounts: Accounts;
  answers: LongAnswers;
}

/** Uploads of one user. */
const A_MINUTE = 60;
const AT_ONCE = 3;

/** /api/files */
export function fileRoutes({ cluster, files, store, accounts, answers }: FileRoutes): Router {
  const router = Router();
  const user = requireUser(accounts);
  const uploadLimit = createRateLimit(cluster, 'uploads', { requests: A_MINUTE, seconds: 60 });

  router.post('/', user, atMost(AT_ONCE), async (req, res) => {
    const userId = signedIn(res).user.id;
    showAllowance(res, await uploadLimit.consume(userId));
    const declaredType = req.headers['content-type'] ?? '';
    const kind = attachmentKind(declaredType);
    if (kind === null) throw new AppError('unsupported-type', { message: unsupportedType(declaredType) });
    const refusal = () => new AppError('too-large', { message: tooLarge(kind) });
    const bytes = await readBody(req, ATTACHMENT_LIMITS[kind], refusal);
    const name = typeof req.query.name === 'string' ? req.query.name : '';
    const file = await files.storeUpload(userId, { name, declaredType, bytes });
    res.json({ success: true, file } satisfies UploadResponse);
  });

  router.get('/:id', async (req, res) => {
    const file = await store.find(req.params.id);
    if (!file || !(await mayRead(req, file))) throw new AppError('not-found');
    const { id, kind, name, type } = file.attachment;
    res.set({
      'Cache-Control': 'private, max-age=31536000, immutable',
      // The desktop app and a client on another host show pictures too.
      'Cross-Origin-Resource-Policy': 'cross-origin',
      // Whatever is in it, opened in a tab it is nobody's page and does nothing.
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
        'Content-Disposition': contentDisposition(name, { type: kind === 'image' ? 'inline' : 'attachment' }),
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

  /** A picture answers to whoever knows its id, because an <img> can send no token, but not to another user. */
  async function mayRead(req: Request, { userId, attachment }: FileRecord): Promise<boolean> {
    const token = bearerToken(req);
    if (token === undefined) return attachment.kind === 'image';
    return (await accounts.authenticate(token))?.user.id === userId;
  }

  return router;
}

/** Lets at most so many requests of one signed-in user through at the same time. */
function atMost(requests: number): RequestHandler {
  const running = new Map<string, number>();
  return (_req, res, next) => {
    const userId = signedIn(res).user.id;
    const count = running.get(userId) ?? 0;
    if (count >= requests) throw new AppError('rate-limited', { retryAfter: 1 });
    running.set(userId, count + 1);
    whenClosed(res, () => {
      const left = (running.get(userId) ?? 1) - 1;
      if (left === 0) running.delete(userId);
      else running.set(userId, left);
    });
    next();
  };
}
