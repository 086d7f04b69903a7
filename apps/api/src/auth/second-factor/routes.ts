import express, { Router } from 'express';
import type {
  RecoveryCodesResponse,
  SecondFactorResponse,
  SecondFactorStartResponse,
  SignedInResponse,
} from '@parley/core';
import { OwnerProof, SecondFactorRequest, SecondFactorSignInRequest } from '@parley/core/api';
import { addressKey } from '../../http/requests/address-key.ts';
import { callerOf } from '../../http/requests/caller.ts';
import { parseBody } from '../../http/requests/parse-body.ts';
import { showAllowance } from '../../http/responses/rate-limit-headers.ts';
import type { RateLimit } from '../../limits/rate-limit.ts';
import type { Accounts } from '../accounts.ts';
import { requireUser, signedIn } from '../authenticate.ts';
import type { ConfirmOwner } from '../confirm-owner.ts';
import { describeDevice } from '../describe-device.ts';
import type { DeviceCookie } from './device-cookie.ts';
import { presentDevice, type RememberedDevices } from './remembered-devices.ts';
import type { SecondFactors } from './second-factors.ts';
import type { TwoSteps } from './two-steps.ts';

interface SecondFactorRouteDependencies {
  accounts: Accounts;
  secondFactors: SecondFactors;
  devices: Pick<RememberedDevices, 'list' | 'forget'>;
  deviceCookie: DeviceCookie;
  twoSteps: TwoSteps;
  confirm: ConfirmOwner;
  /** Second steps of sign-ins by network address. */
  attempts: RateLimit;
}

const OWN = '/api/account/second-factor';

/** /api/auth/second-factor, and /api/account/second-factor for the owner of an account. */
export function secondFactorRoutes(dependencies: SecondFactorRouteDependencies): Router {
  const { accounts, secondFactors, devices, deviceCookie, twoSteps, confirm, attempts } = dependencies;
  const router = Router();
  const json = express.json({ limit: '16kb' });
  const isUser = requireUser(accounts);

  router.post('/api/auth/second-factor', json, async (req, res) => {
    const given = parseBody(SecondFactorSignInRequest, req.body);
    showAllowance(res, await attempts.consume(addressKey(req.ip)));
    const device = describeDevice(req.get('User-Agent'));
    const { token, user, deviceToken } = await twoSteps.finish(given, device, callerOf(res));
    if (deviceToken !== null) deviceCookie.add(req, res, deviceToken);
    res.json({ success: true, token, user: accounts.present(user) } satisfies SignedInResponse);
  });

  router.get(OWN, isUser, async (_req, res) => {
    const { id } = signedIn(res).user;
    const factor = await secondFactors.find(id);
    res.json({
      success: true,
      since: factor && new Date(factor.createdAt).toISOString(),
      recoveryCodesLeft: factor?.recoveryHashes.length ?? 0,
      devices: (await devices.list(id)).map(presentDevice),
    } satisfies SecondFactorResponse);
  });

  router.post(`${OWN}/start`, isUser, json, async (req, res) => {
    const who = signedIn(res);
    await confirm(who, parseBody(OwnerProof, req.body), callerOf(res));
    res.json({ success: true, ...secondFactors.start(who) } satisfies SecondFactorStartResponse);
  });

  router.post(OWN, isUser, json, async (req, res) => {
    const recoveryCodes = await secondFactors.add(signedIn(res), parseBody(SecondFactorRequest, req.body));
    res.json({ success: true, recoveryCodes } satisfies RecoveryCodesResponse);
  });

  router.post(`${OWN}/recovery-codes`, isUser, json, async (req, res) => {
    const who = signedIn(res);
    await confirm(who, parseBody(OwnerProof, req.body), callerOf(res));
    const recoveryCodes = await secondFactors.renewCodes(who.user.id);
    res.json({ success: true, recoveryCodes } satisfies RecoveryCodesResponse);
  });

  router.delete(OWN, isUser, json, async (req, res) => {
    const who = signedIn(res);
    await confirm(who, parseBody(OwnerProof, req.body), callerOf(res));
    await secondFactors.remove(who.user);
    res.json({ success: true });
  });

  router.delete(`${OWN}/devices/:id`, isUser, async (req, res) => {
    await devices.forget(signedIn(res).user.id, String(req.params['id']));
    res.json({ success: true });
  });

  return router;
}
