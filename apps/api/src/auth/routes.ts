import express, { Router, type Response } from 'express';
import { AppError, normalizeEmail, type MeResponse, type SignedInResponse, type VerifyResponse } from '@parley/core';
import { CredentialsRequest, ForgotRequest, ResetRequest, VerifyRequest } from '@parley/core/api';
import { addressKey } from '../http/requests/address-key.ts';
import { callerOf } from '../http/requests/caller.ts';
import type { Cluster } from '../cluster/cluster.ts';
import type { Caller } from '../limits/fair-scheduler.ts';
import { createRateLimit, type RateLimit } from '../limits/rate-limit.ts';
import { parseBody } from '../http/requests/parse-body.ts';
import { showAllowance } from '../http/responses/rate-limit-headers.ts';
import { isFromOwnMachine } from '../own-machine.ts';
import type { Accounts } from './accounts.ts';
import type { Addresses } from './addresses.ts';
import { bearerToken, findSignedIn, requireUser, signedIn } from './authenticate.ts';
import { describeDevice } from './describe-device.ts';
import type { LoginGuard } from './login-guard.ts';
import type { Recovery } from './recovery.ts';
import type { DeviceCookie } from './second-factor/device-cookie.ts';
import type { TwoSteps } from './second-factor/two-steps.ts';

const MAILED_AN_HOUR = 20;
const RESENT_AN_HOUR = 3;

export interface AuthRouteDependencies {
  accounts: Accounts;
  addresses: Addresses;
  recovery: Recovery;
  /** Whether mail can be sent; without it, the routes that need it are absent. */
  sendsMail: boolean;
  guard: LoginGuard;
  twoSteps: TwoSteps;
  deviceCookie: Pick<DeviceCookie, 'read'>;
  cluster: Pick<Cluster, 'limiter'>;
  /** Registrations per network address. */
  registerLimit: RateLimit;
}

/** Mounted at /api/auth. */
export function authRoutes(dependencies: AuthRouteDependencies): Router {
  const { accounts, addresses, guard, twoSteps, deviceCookie, registerLimit } = dependencies;
  const router = Router();
  const json = express.json({ limit: '16kb' });

  router.post('/register', json, async (req, res) => {
    const given = parseBody(CredentialsRequest, req.body);
    accounts.checkRegistration(given.email, given.password);
    showAllowance(res, await registerLimit.consume(addressKey(req.ip)));
    const from = {
      device: describeDevice(req.get('User-Agent')),
      isOwnMachine: isFromOwnMachine(req.headers),
      caller: callerFor(res, given.email),
    };
    const { token, user } = await accounts.register(given.email, given.password, from).catch((error: unknown) => {
      if (error instanceof AppError && error.code === 'email-taken') addresses.notifyOwner(given.email);
      throw error;
    });
    addresses.askToVerify(user);
    res.json({ success: true, token, user: accounts.present(user) } satisfies SignedInResponse);
  });

  router.post('/login', json, async (req, res) => {
    const given = parseBody(CredentialsRequest, req.body);
    const caller = callerFor(res, given.email);
    const look = () => accounts.login(given.email, given.password, caller);
    const proof = await guard.attempt(normalizeEmail(given.email), caller.address, look);
    const opened = await twoSteps.enter(proof, {
      device: describeDevice(req.get('User-Agent')),
      tokens: deviceCookie.read(req),
    });
    if (!opened) throw new AppError('wrong-credentials');
    const { token, user } = opened;
    res.json({ success: true, token, user: accounts.present(user) } satisfies SignedInResponse);
  });

  router.get('/me', async (req, res) => {
    const token = bearerToken(req);
    if (token === undefined) {
      res.json({ success: false, user: null } satisfies MeResponse);
      return;
    }
    const found = await findSignedIn(accounts, token, res);
    if (!found) throw new AppError('unauthorized');
    res.locals.signedIn = found;
    res.json({ success: true, user: accounts.present(found.user) } satisfies MeResponse);
  });

  router.get('/logout', async (req, res) => {
    const token = bearerToken(req);
    const found = token === undefined ? null : await accounts.authenticate(token);
    if (found) {
      res.locals.signedIn = found;
      await accounts.logout(found.session);
    }
    res.json({ success: true });
  });

  if (dependencies.sendsMail) router.use(mailedRoutes(dependencies));
  return router;
}

/**
 * The caller of a request without a session, identified by the requested account: each account has its own queue at an
 * address.
 */
function callerFor(res: Response, typedEmail: string): Caller {
  const caller = callerOf(res);
  return { ...caller, user: `${caller.address} ${normalizeEmail(typedEmail)}` };
}

/** The routes that depend on mail. */
function mailedRoutes({ accounts, addresses, recovery, cluster }: AuthRouteDependencies): Router {
  const router = Router();
  const json = express.json({ limit: '16kb' });
  const askedLimit = createRateLimit(cluster, 'forgot', { requests: MAILED_AN_HOUR, seconds: 3600 });
  const tokenLimit = createRateLimit(cluster, 'mailed-tokens', { requests: 10 * MAILED_AN_HOUR, seconds: 3600 });
  const resendLimit = createRateLimit(cluster, 'resend', { requests: RESENT_AN_HOUR, seconds: 3600 });

  router.post('/verify', json, async (req, res) => {
    const { token: mailed, ...given } = parseBody(VerifyRequest, req.body);
    showAllowance(res, await tokenLimit.consume(addressKey(req.ip)));
    const session = bearerToken(req);
    const who = session === undefined ? null : await accounts.authenticate(session);
    const proof = { ...given, userId: who?.user.id ?? null, caller: callerOf(res) };
    res.json({ success: true, email: await addresses.verify(mailed, proof) } satisfies VerifyResponse);
  });

  router.post('/verify/resend', requireUser(accounts), async (_req, res) => {
    const { user } = signedIn(res);
    showAllowance(res, await resendLimit.consume(user.id));
    addresses.askToVerify(user);
    res.json({ success: true });
  });

  router.post('/forgot', json, async (req, res) => {
    const given = parseBody(ForgotRequest, req.body);
    showAllowance(res, await askedLimit.consume(addressKey(req.ip)));
    recovery.forgot(given.email);
    res.json({ success: true });
  });

  router.post('/reset', json, async (req, res) => {
    const given = parseBody(ResetRequest, req.body);
    showAllowance(res, await tokenLimit.consume(addressKey(req.ip)));
    await recovery.reset(given.token, given.password, callerOf(res));
    res.json({ success: true });
  });

  return router;
}
