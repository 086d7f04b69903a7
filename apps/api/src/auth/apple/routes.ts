import express, { Router } from 'express';
import type { z } from 'zod';
import { AppError } from '@parley/core';
import { AppleExchangeRequest, AppleLinkRequest, AppleNotification, AppleRequest } from '@parley/core/api';
import { callerOf } from '../../http/requests/caller.ts';
import { parseBody } from '../../http/requests/parse-body.ts';
import type { Storage } from '../../storage/storage.ts';
import { requireUser, signedIn } from '../authenticate.ts';
import type { ConfirmOwner } from '../confirm-owner.ts';
import type { BrowserCookie } from '../providers/browser-cookie.ts';
import { readName } from '../providers/person.ts';
import type { ProviderSignIn } from '../providers/provider-sign-in.ts';
import { redirectRoutes } from '../providers/redirect-routes.ts';
import type { SignInRequests } from '../providers/sign-in-requests.ts';
import type { AppleProvider } from './apple-provider.ts';
import { createNotifications } from './notifications.ts';

export interface AppleRouteDependencies {
  provider: AppleProvider;
  signIn: ProviderSignIn;
  requests: SignInRequests;
  confirm: ConfirmOwner;
  storage: Storage;
  cookie: BrowserCookie;
  now: () => number;
}

/** /api/auth/apple */
export function appleRoutes(dependencies: AppleRouteDependencies): Router {
  const { provider, signIn, requests, confirm, storage, cookie, now } = dependencies;
  const { accounts } = requests;
  const router = Router();
  const json = express.json({ limit: '32kb' });
  const notifications = createNotifications(storage, provider.verifier, now);

  router.post('/', json, async (req, res) => {
    const { name, ...given } = parseSentence(AppleRequest, req.body);
    const enter = async () => signIn.signInWith(await provider.fromPage(given, readName(name)));
    await requests.open(req, res, await requests.run(req, enter), () => new AppError('apple-sign-in-failed'));
  });

  router.post('/notifications', json, async (req, res) => {
    await notifications.receive(parseBody(AppleNotification, req.body).payload);
    res.json({ success: true });
  });

  router.post('/link', requireUser(accounts), json, async (req, res) => {
    const { name: _name, password, ownerCode: code, ...given } = parseSentence(AppleLinkRequest, req.body);
    const who = signedIn(res);
    await requests.run(req, async () => {
      await confirm(who, { password, code }, callerOf(res));
      await signIn.linkWith(who, await provider.fromPage(given, null));
    });
    res.json({ success: true });
  });

  router.use(
    redirectRoutes({
      path: '',
      find: () => signIn,
      readAnswer: (body) => parseSentence(AppleExchangeRequest, body),
      cookie,
      requests,
      confirm,
    }),
  );
  return router;
}

/** Like `parseBody`, but a field message of our own is returned alone, because users read it. */
function parseSentence<T extends z.ZodType>(schema: T, body: unknown): z.infer<T> {
  const parsed = schema.safeParse(body ?? {});
  const own = parsed.error?.issues.find(({ message }) => message.endsWith('received from Apple'));
  if (own) throw new AppError('invalid-request', { message: own.message });
  return parseBody(schema, body);
}
