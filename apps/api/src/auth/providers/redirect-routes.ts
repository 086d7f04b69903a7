import express, { Router, type Request } from 'express';
import type { ProviderStartResponse } from '@parley/core';
import { OwnerProof, ProviderLinkStartRequest } from '@parley/core/api';
import { callerOf } from '../../http/requests/caller.ts';
import { parseBody } from '../../http/requests/parse-body.ts';
import { requireUser, signedIn } from '../authenticate.ts';
import { confirmRemoval, type ConfirmOwner } from '../confirm-owner.ts';
import type { BrowserCookie } from './browser-cookie.ts';
import type { ProviderAnswer } from './identity-provider.ts';
import type { ProviderSignIn } from './provider-sign-in.ts';
import type { SignInRequests } from './sign-in-requests.ts';

interface RedirectRouteDependencies {
  /** Stands before every path: empty, or `/:provider`. */
  path: string;
  /** The provider of a request. Throws `not-found`. */
  find: (req: Request) => ProviderSignIn;
  /** Reads the body of an exchange. Throws `invalid-request`. */
  readAnswer: (body: unknown) => ProviderAnswer;
  cookie: BrowserCookie;
  requests: SignInRequests;
  confirm: ConfirmOwner;
}

/**
 * The routes of a sign-in on a provider's own page: `start` says where the browser goes, and `exchange` takes what it
 * brings back, in the same browser. Below `link`, the same for a user who adds the provider to their account.
 */
export function redirectRoutes(dependencies: RedirectRouteDependencies): Router {
  const { path, find, readAnswer, cookie, requests, confirm } = dependencies;
  const { accounts } = requests;
  const confirmedRemoval = confirmRemoval(accounts, confirm);
  const router = Router();
  const json = express.json({ limit: '32kb' });

  router.post(`${path}/start`, async (req, res) => {
    const signIn = find(req);
    await requests.attempt(req);
    const { url, browser } = await signIn.begin(cookie.read(req), null);
    cookie.write(res, browser);
    res.json({ success: true, url } satisfies ProviderStartResponse);
  });

  router.post(`${path}/exchange`, json, async (req, res) => {
    const signIn = find(req);
    const answer = readAnswer(req.body);
    const identified = await requests.run(req, () => signIn.signIn(answer, cookie.read(req)));
    await requests.open(req, res, identified, () => signIn.provider.failed());
  });

  router.post(`${path}/link/start`, requireUser(accounts), json, async (req, res) => {
    const signIn = find(req);
    const proof = parseBody(ProviderLinkStartRequest, req.body);
    await requests.attempt(req);
    const who = signedIn(res);
    await confirm(who, proof, callerOf(res));
    const { url, browser } = await signIn.begin(cookie.read(req), who.user.id);
    cookie.write(res, browser);
    res.json({ success: true, url } satisfies ProviderStartResponse);
  });

  router.post(`${path}/link/exchange`, requireUser(accounts), json, async (req, res) => {
    const signIn = find(req);
    const answer = readAnswer(req.body);
    await requests.run(req, () => signIn.link(signedIn(res), answer, cookie.read(req)));
    res.json({ success: true });
  });

  router.delete(`${path}/link`, requireUser(accounts), json, async (req, res) => {
    const signIn = find(req);
    const who = signedIn(res);
    await confirmedRemoval(who, parseBody(OwnerProof, req.body), callerOf(res));
    await signIn.unlink(who.user);
    res.json({ success: true });
  });

  return router;
}
