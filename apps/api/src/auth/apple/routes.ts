import express, { Router, type Request, type Response } from 'express';
import type { z } from 'zod';
import { AppError, rateLimited, type AppleStartResponse, type SignedInResponse } from '@parley/core';
import { AppleExchangeRequest, AppleLinkRequest, AppleNotification, AppleRequest } from '@parley/core/api';
import { addressKey } from '../../http/requests/address-key.ts';
import { callerOf } from '../../http/requests/caller.ts';
import type { RateLimit } from '../../limits/rate-limit.ts';
import { parseBody } from '../../http/requests/parse-body.ts';
import type { Storage } from '../../storage/storage.ts';
import type { Accounts } from '../accounts.ts';
import { requireUser, signedIn } from '../authenticate.ts';
import type { ConfirmOwner } from '../confirm-owner.ts';
import { describeDevice } from '../describe-device.ts';
import type { AppleSettings } from './apple-settings.ts';
import type { AppleSignIn, AppleUser } from './apple-sign-in.ts';
import { browserCookie } from './browser-cookie.ts';
import { createNotifications } from './notifications.ts';
import { readName } from './person.ts';

export interface AppleRouteDependencies {
  settings: AppleSettings;
  signIn: AppleSignIn;
  accounts: Accounts;
  confirm: ConfirmOwner;
  storage: Storage;
  redirectUri: () => string;
  /**
   * By network address. `attempts` counts all requests except notifications; `failures` counts those that Apple did not
   * confirm.
   */
  attempts: RateLimit;
  failures: RateLimit;
  now: () => number;
}

/** /api/auth/apple */
export function appleRoutes(dependencies: AppleRouteDependencies): Router {
  const { settings, signIn, accounts, confirm, storage, redirectUri, attempts, failures, now } = dependencies;
  const router = Router();
  const json = express.json({ limit: '32kb' });
  const cookie = browserCookie(() => redirectUri().startsWith('https:'));
  const notifications = createNotifications(storage, signIn.verifier, now);

  /** Counts an attempt from this address. Throws `rate-limited` also when too many of its attempts have failed. */
  async function admit(req: Request): Promise<void> {
    const address = addressKey(req.ip);
    await attempts.consume(address);
    const wait = await failures.wait(address);
    if (wait > 0) throw rateLimited(wait / 1000, 'Too many failed sign-ins.');
  }

  async function countFailure(req: Request, error: unknown): Promise<never> {
    if (error instanceof AppError && error.code === 'apple-sign-in-failed') await failures.admits(addressKey(req.ip));
    throw error;
  }

  async function open(req: Request, res: Response, { user, isStillLinked }: AppleUser): Promise<void> {
    const opened = await accounts.openSession(user, isStillLinked, describeDevice(req.get('User-Agent')));
    if (!opened) throw new AppError('apple-sign-in-failed');
    res.json({ success: true, token: opened.token, user: accounts.present(user) } satisfies SignedInResponse);
  }

  router.post('/', json, async (req, res) => {
    const { name, ...given } = parseSentence(AppleRequest, req.body);
    await admit(req);
    const signingIn = signIn.withToken(given, readName(name));
    await open(req, res, await signingIn.catch((error: unknown) => countFailure(req, error)));
  });

  router.post('/start', async (req, res) => {
    await attempts.consume(addressKey(req.ip));
    const { state, nonce, browser } = await signIn.states.begin(cookie.read(req));
    cookie.write(res, browser);
    const asked = new URLSearchParams({
      client_id: settings.clientId,
      redirect_uri: redirectUri(),
      response_type: 'code',
      response_mode: 'form_post',
      scope: 'name email',
      state,
      nonce,
    });
    res.json({ success: true, url: `${settings.issuer}/auth/authorize?${asked}` } satisfies AppleStartResponse);
  });

  router.post('/exchange', json, async (req, res) => {
    const { code, state } = parseSentence(AppleExchangeRequest, req.body);
    await admit(req);
    try {
      const signingIn = signIn.withCode(code, state, cookie.read(req));
      await open(req, res, await signingIn.catch((error: unknown) => countFailure(req, error)));
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'apple-sign-in-failed') throw error;
      throw new AppError(error.code, { message: 'Failed to complete Apple Sign-In', cause: error });
    }
  });

  router.post('/notifications', json, async (req, res) => {
    await notifications.receive(parseBody(AppleNotification, req.body).payload);
    res.json({ success: true });
  });

  router.post('/link', requireUser(accounts), json, async (req, res) => {
    const { name: _name, password, ...given } = parseSentence(AppleLinkRequest, req.body);
    await admit(req);
    const who = signedIn(res);
    await confirm(who, password, callerOf(res));
    await signIn.link(who.user, given).catch((error: unknown) => countFailure(req, error));
    res.json({ success: true });
  });

  router.delete('/link', requireUser(accounts), async (_req, res) => {
    await signIn.unlink(signedIn(res).user);
    res.json({ success: true });
  });

  return router;
}

/** Like `parseBody`, but a field message of our own is returned alone, because users read it. */
function parseSentence<T extends z.ZodType>(schema: T, body: unknown): z.infer<T> {
  const parsed = schema.safeParse(body ?? {});
  const own = parsed.error?.issues.find(({ message }) => message.endsWith('received from Apple'));
  if (own) throw new AppError('invalid-request', { message: own.message });
  return parseBody(schema, body);
}
