import { createHash } from 'node:crypto';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { promisify } from 'node:util';
import { create as contentDisposition } from 'content-disposition';
import { Router, type ErrorRequestHandler, type Request, type Response } from 'express';
import {
  AppError,
  completeColors,
  CONTINUE_PATH,
  SHARE_PATH,
  type LanguageId,
  type SharedPageSettings,
  type Theme,
} from '@parley/core';
import type { Brand } from '../brand/brand.ts';
import { sharePictureOf } from '../brand/picture-routes.ts';
import { savedName } from '../files/file-name.ts';
import { addressKey } from '../http/requests/address-key.ts';
import { callerOf } from '../http/requests/caller.ts';
import type { LongAnswers } from '../http/responses/long-answers.ts';
import { NO_BRAND } from '../http/web-client/brand-page.ts';
import { languageOf } from '../language/answer-in-language.ts';
import { ENGLISH_ONLY, languageOfPage, VARIES_BY, type Languages } from '../language/languages.ts';
import { translateFields } from '../language/translate-fields.ts';
import type { RateLimit } from '../limits/rate-limit.ts';
import type { Work } from '../limits/work.ts';
import type { ShareRecord, Storage } from '../storage/storage.ts';
import { PageCache } from './page-cache.ts';
import type { PageRenderer, RenderedPage } from './page-renderer.ts';
import { readSharedBranch } from './shared-branch.ts';
import type { Shares } from './shares.ts';

interface PageRouteDependencies {
  storage: Pick<Storage, 'conversations' | 'files'>;
  shares: Pick<Shares, 'find'>;
  renderer: PageRenderer;
  answers: LongAnswers;
  work: Pick<Work, 'sharedPages'>;
  /** Pages and files per network address. */
  limit: RateLimit;
  productName: string;
  publicUrl: () => string;
  apiUrl: () => string;
  /** The usual look by default. */
  brand?: Pick<Brand, 'look'>;
  /** English alone by default. */
  languages?: Pick<Languages, 'offered'>;
}

/** A page as it is sent. */
interface SentPage {
  bodies: { br: Buffer; gzip: Buffer; identity: Buffer };
  policy: string;
  etag: string;
  fileIds: ReadonlySet<string>;
  /** Bytes. */
  size: number;
}

/** Bytes of rendered pages in memory. Whether a link still works is read from the store for every request. */
const CACHE_BYTES = 32 * 1024 * 1024;
/** A larger page would evict most others. */
const MAX_PAGE_BYTES = CACHE_BYTES / 2;
/** For the page of a link that does not work, in each language. */
const MISSING_CACHE_BYTES = 8 * 1024 * 1024;
/** Cached in place of a page that is too large or takes too much time or memory, so that it is rendered only once. */
const TOO_LARGE = { size: 1024 };
const brotli = promisify(brotliCompress);
const gzipped = promisify(gzip);
const FAST = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };

/**
 * Mounted at `SHARE_PATH`: the pages behind share links, and the files on them. Every token that does not work gets the
 * same page after the same work, whatever the reason.
 */
export function sharedPageRoutes(dependencies: PageRouteDependencies): Router {
  const { storage, shares, renderer, answers, work, limit, productName, publicUrl, apiUrl } = dependencies;
  const { brand = NO_BRAND, languages: { offered } = ENGLISH_ONLY } = dependencies;
  const router = Router();
  const pages = new PageCache<SentPage | typeof TOO_LARGE>(CACHE_BYTES);
  // A cache of its own, so that shared pages do not evict it.
  const missing = new PageCache<SentPage>(MISSING_CACHE_BYTES);
  const cached = (key: string) => {
    const page = pages.get(key);
    return page === TOO_LARGE ? null : (page as SentPage | undefined);
  };

  router.use(async (req, res, next) => {
    await limit.consume(addressKey(req.ip));
    res.set({
      // A revoked page must not come from a cache, so each use of a copy asks the server first.
      'Cache-Control': 'private, no-cache',
      'X-Robots-Tag': 'noindex, nofollow, noarchive',
      'Referrer-Policy': 'no-referrer',
    });
    if (offered.length > 1) res.vary(VARIES_BY);
    res.locals.language = languageOfPage(req, offered);
    next();
  });

  router.get('/:token', async (req, res) => {
    const share = await shares.find(req.params.token);
    const page = share && (await pageOf(req.params.token, share, res));
    if (page) send(req, res, 200, page);
    else await sendMissing(req, res);
  });

  router.get('/:token/:fileId', async (req, res) => {
    const { token, fileId } = req.params;
    const share = await shares.find(token);
    const page = share && (await pageOf(token, share, res));
    const file = page?.fileIds.has(fileId) ? await storage.files.find(fileId) : null;
    if (!file) return sendMissing(req, res);
    const { kind, type } = file.attachment;
    res.set({ 'Content-Security-Policy': "sandbox; default-src 'none'", ETag: `"${fileId}"` });
    if (req.fresh) {
      res.status(304).end();
      return;
    }
    await answers.send(res, async function* (inTurn) {
      const bytes = await inTurn(() => storage.files.bytes(fileId));
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

  router.get('/{*path}', sendMissing);
  const onError: ErrorRequestHandler = (thrown, req, res, next) =>
    // The router could not decode the token.
    thrown instanceof URIError ? sendMissing(req, res) : next(thrown);
  router.use(onError);

  /**
   * The page of a share, rendered once for as long as it does not change. Null when its conversation is gone or too
   * large.
   */
  async function pageOf(token: string, share: ShareRecord, res: Response): Promise<SentPage | null> {
    const language = languageOf(res);
    const key = `${language} ${share.userId} ${share.id} ${share.updatedAt} ${brand.look.revision}`;
    const known = cached(key);
    if (known !== undefined) return known;
    // Places count by owner, so an owner's pages take one place, however many people visit them.
    return work.sharedPages.run({ ...callerOf(res), user: share.userId }, async () => {
      const renderedMeanwhile = cached(key);
      if (renderedMeanwhile !== undefined) return renderedMeanwhile;
      const branch = await readSharedBranch(storage, share, (fileId) => `${SHARE_PATH}/${token}/${fileId}`);
      if (!branch) return null;
      const conversation = translateFields(branch.conversation, language);
      const rendered = await renderer.render(conversation, settingsFor(token), language).catch((error: unknown) => {
        if (error instanceof AppError && error.code === 'too-large') return null;
        throw error;
      });
      const page = rendered && (await prepare(rendered, branch.fileIds));
      const sent = page && page.size <= MAX_PAGE_BYTES ? page : null;
      pages.set(key, sent ?? TOO_LARGE);
      return sent;
    });
  }

  async function sendMissing(req: Request, res: Response): Promise<void> {
    const language = languageOf(res);
    const key = `${language} ${brand.look.revision}`;
    const page = missing.get(key) ?? (await renderMissing(language));
    missing.set(key, page);
    send(req, res, 404, page);
  }

  async function renderMissing(language: LanguageId): Promise<SentPage> {
    return prepare(await renderer.render(null, settingsFor(''), language), new Set());
  }

  function settingsFor(token: string): SharedPageSettings {
    const url = `${apiUrl()}${SHARE_PATH}/${token}`;
    const { styles, colors, file } = brand.look;
    const surfaceOf = (theme: Theme) => completeColors(colors?.[theme] ?? {}, theme).surface;
    const picture = sharePictureOf(file);
    return {
      productName,
      ...(styles !== '' && { styles }),
      ...(colors && { surfaces: { light: surfaceOf('light'), dark: surfaceOf('dark') } }),
      ...(picture && { picture }),
      url,
      homeUrl: publicUrl(),
      continueUrl: `${publicUrl()}${CONTINUE_PATH}#${token}`,
    };
  }

  return router;
}

async function prepare({ html, styles, script }: RenderedPage, fileIds: ReadonlySet<string>): Promise<SentPage> {
  const identity = Buffer.from(html);
  const hash = (text: string | Buffer) => createHash('sha256').update(text).digest('base64');
  const source = (text: string) => `'sha256-${hash(text)}'`;
  const bodies = { br: await brotli(identity, FAST), gzip: await gzipped(identity), identity };
  return {
    bodies,
    policy: [
      "default-src 'none'",
      `script-src ${source(script)}`,
      `style-src 'self' ${source(styles)}`,
      "img-src 'self'",
      // For reports.
      "connect-src 'self'",
      "font-src 'self'",
      "form-action 'none'",
      "base-uri 'none'",
      "frame-ancestors 'none'",
    ].join('; '),
    etag: `"${hash(identity).slice(0, 27)}"`,
    fileIds,
    size: bodies.br.length + bodies.gzip.length + bodies.identity.length,
  };
}

function send(req: Request, res: Response, status: 200 | 404, { bodies, policy, etag }: SentPage): void {
  res.vary('Accept-Encoding').set({ 'Content-Security-Policy': policy });
  if (status === 200) {
    res.set('ETag', etag);
    if (req.fresh) {
      res.status(304).end();
      return;
    }
  }
  const encoding = req.acceptsEncodings('br') || req.acceptsEncodings('gzip') || 'identity';
  if (encoding !== 'identity') res.set('Content-Encoding', encoding);
  res
    .status(status)
    .type('html')
    .end(req.method === 'HEAD' ? undefined : bodies[encoding as keyof typeof bodies]);
}
