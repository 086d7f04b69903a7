import express, { Router } from 'express';
import { AppError, type PasskeysResponse, type PasskeyStartResponse } from '@parley/core';
import { AddPasskeyRequest, OwnerProof, PasskeySignInRequest, PasskeyStartRequest } from '@parley/core/api';
import { callerOf } from '../../http/requests/caller.ts';
import { parseBody } from '../../http/requests/parse-body.ts';
import { requireUser, signedIn } from '../authenticate.ts';
import { confirmRemoval, type ConfirmOwner } from '../confirm-owner.ts';
import { describeDevice } from '../describe-device.ts';
import type { BrowserCookie } from '../providers/browser-cookie.ts';
import type { SignInRequests } from '../providers/sign-in-requests.ts';
import type { Passkeys } from './passkeys.ts';

interface PasskeyRouteDependencies {
  passkeys: Passkeys;
  requests: SignInRequests;
  confirm: ConfirmOwner;
  cookie: BrowserCookie;
}

/** /api/auth/passkey, and /api/account/passkeys for the owner of an account. */
export function passkeyRoutes({ passkeys, requests, confirm, cookie }: PasskeyRouteDependencies): Router {
  const router = Router();
  const json = express.json({ limit: '64kb' });
  const isUser = requireUser(requests.accounts);
  const confirmedRemoval = confirmRemoval(requests.accounts, confirm);

  router.post('/api/auth/passkey/start', async (req, res) => {
    await requests.attempt(req);
    const { state, browser, options } = await passkeys.startSignIn(cookie.read(req));
    cookie.write(res, browser);
    res.json({ success: true, state, options: { ...options } } satisfies PasskeyStartResponse);
  });

  router.post('/api/auth/passkey', json, async (req, res) => {
    const given = parseBody(PasskeySignInRequest, req.body);
    const identified = await requests.run(req, () => passkeys.signIn(given, cookie.read(req)));
    await requests.open(req, res, identified, () => new AppError('sign-in-failed'));
  });

  router.get('/api/account/passkeys', isUser, async (_req, res) => {
    const found = await passkeys.list(signedIn(res).user.id);
    const shown = found.map(({ id, name, createdAt, lastUsedAt }) => ({
      id,
      name,
      createdAt: new Date(createdAt).toISOString(),
      lastUsedAt: lastUsedAt === null ? null : new Date(lastUsedAt).toISOString(),
    }));
    res.json({ success: true, passkeys: shown } satisfies PasskeysResponse);
  });

  router.post('/api/account/passkeys/start', isUser, json, async (req, res) => {
    const proof = parseBody(PasskeyStartRequest, req.body);
    const who = signedIn(res);
    await confirm(who, proof, callerOf(res));
    const { state, browser, options } = await passkeys.startAdding(who.user, cookie.read(req));
    cookie.write(res, browser);
    res.json({ success: true, state, options: { ...options } } satisfies PasskeyStartResponse);
  });

  router.post('/api/account/passkeys', isUser, json, async (req, res) => {
    const given = parseBody(AddPasskeyRequest, req.body);
    const device = describeDevice(req.get('User-Agent'));
    await passkeys.add(signedIn(res), given, cookie.read(req), device);
    res.json({ success: true });
  });

  router.delete('/api/account/passkeys/:id', isUser, json, async (req, res) => {
    const who = signedIn(res);
    await confirmedRemoval(who, parseBody(OwnerProof, req.body), callerOf(res));
    await passkeys.remove(who.user, String(req.params['id']));
    res.json({ success: true });
  });

  return router;
}
