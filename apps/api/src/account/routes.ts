import express, { Router, type RequestHandler } from 'express';
import { AppError, t, type AccountResponse, type SessionsResponse } from '@parley/core';
import {
  ChangeEmailRequest,
  ChangePasswordRequest,
  DeleteAccountRequest,
  OwnerProof,
  PreferencesRequest,
} from '@parley/core/api';
import type { Accounts } from '../auth/accounts.ts';
import type { Addresses } from '../auth/addresses.ts';
import { requireUser, signedIn } from '../auth/authenticate.ts';
import type { ConfirmOwner } from '../auth/confirm-owner.ts';
import { endWithSession } from '../auth/end-with-session.ts';
import type { SignInWays } from '../auth/providers/sign-in-ways.ts';
import type { SecondFactors } from '../auth/second-factor/second-factors.ts';
import type { OneTimeTokens } from '../auth/one-time-tokens.ts';
import { callerOf } from '../http/requests/caller.ts';
import type { LongAnswers } from '../http/responses/long-answers.ts';
import { parseBody } from '../http/requests/parse-body.ts';
import { showAllowance } from '../http/responses/rate-limit-headers.ts';
import type { Cluster } from '../cluster/cluster.ts';
import { createRateLimit } from '../limits/rate-limit.ts';
import type { ModelList } from '../chat/models/model-list.ts';
import type { PlanOf } from '../plans/plans.ts';
import type { MailService } from '../mail/mail-service.ts';
import { notifyOwner } from '../mail/notify-owner.ts';
import type { Storage } from '../storage/storage.ts';
import type { Deletions } from './deletions.ts';
import { exportAccount } from './export-account.ts';
import { exportedAccount } from './exported-account.ts';
import { createSessions } from './sessions.ts';

/** Two texts of 1,500 characters, each perhaps escaped. */
const PREFERENCES_LIMIT = '32kb';
const DAY_S = 24 * 3600;
const EXPORT_ATTEMPTS = 10;
/** Per user. Each change sends a mail. */
const CHANGES_AN_HOUR = 5;

export interface AccountRouteDependencies {
  storage: Storage;
  cluster: Pick<Cluster, 'limiter'>;
  accounts: Accounts;
  addresses: Addresses;
  ways: SignInWays;
  secondFactors: Pick<SecondFactors, 'isOn' | 'check'>;
  oneTimeTokens: OneTimeTokens;
  confirm: ConfirmOwner;
  mailService: MailService;
  deletions: Deletions;
  answers: LongAnswers;
  productName: string;
  models: ModelList;
  planOf: PlanOf;
  now: () => number;
}

/** /api/account: users manage their own account. */
export function accountRoutes(dependencies: AccountRouteDependencies): Router {
  const {
    storage,
    cluster,
    accounts,
    addresses,
    ways,
    secondFactors,
    oneTimeTokens,
    confirm,
    mailService,
    deletions,
    answers,
    productName,
    models,
    planOf,
    now,
  } = dependencies;
  const sessions = createSessions(storage.sessions, now);
  const exportLimit = createRateLimit(cluster, 'exports', {
    requests: 1,
    seconds: DAY_S,
    reason: t`You can export your data once a day.`,
  });
  // A download that was cut off may be repeated, but not without end: each one reads all conversations.
  const exportAttempts = createRateLimit(cluster, 'export-attempts', { requests: EXPORT_ATTEMPTS, seconds: DAY_S });
  const passwordLimit = createRateLimit(cluster, 'password-changes', { requests: CHANGES_AN_HOUR, seconds: 3600 });
  const addressLimit = createRateLimit(cluster, 'address-changes', { requests: CHANGES_AN_HOUR, seconds: 3600 });
  const router = Router();
  const json = express.json({ limit: '16kb' });
  router.use(requireUser(accounts));

  router.get('/', async (_req, res) => {
    const { user } = signedIn(res);
    const wait = await exportLimit.wait(user.id);
    const signInProviders = await ways.list(user.id);
    res.json({
      success: true,
      user: accounts.present(user),
      hasPassword: user.passwordHash !== null,
      ...((await secondFactors.isOn(user.id)) && { hasSecondFactor: true }),
      searchesByItself: user.searchesByItself,
      about: user.about,
      answerStyle: user.answerStyle,
      ...(accounts.present(user).model && { models: models.optionsOf(planOf(user)) }),
      ...(signInProviders.length > 0 && { signInProviders }),
      nextExportAt: wait > 0 ? new Date(now() + wait).toISOString() : null,
    } satisfies AccountResponse);
  });

  router.put('/preferences', express.json({ limit: PREFERENCES_LIMIT }), async (req, res) => {
    const patch = parseBody(PreferencesRequest, req.body);
    const { user } = signedIn(res);
    models.choose({ plan: planOf(user), asked: patch.model ?? null, chosen: null });
    if (!(await storage.users.update(user.id, patch))) throw new AppError('unauthorized');
    res.json({ success: true });
  });

  router.post('/password', json, async (req, res) => {
    const { currentPassword, code, newPassword } = parseBody(ChangePasswordRequest, req.body);
    const who = signedIn(res);
    accounts.checkPassword(newPassword, who.user);
    await confirm(who, { password: currentPassword, code }, callerOf(res));
    showAllowance(res, await passwordLimit.consume(who.user.id));
    const passwordHash = await accounts.hashPassword(newPassword, callerOf(res));
    // Hashing takes time: a password that was set meanwhile, such as through a mailed link, must win.
    const isSet = await storage.users.setPasswordHash(who.user.id, passwordHash, who.user.passwordHash);
    if (!isSet) throw new AppError('wrong-password');
    await storage.rememberedDevices.removeAll(who.user.id);
    await sessions.endOthers(who);
    await storage.apiKeys.revokeAll(who.user.id);
    await oneTimeTokens.revokeAll(who.user.id);
    notifyOwner(mailService, who.user, (mails, to) => mails.passwordChanged(to));
    res.json({ success: true });
  });

  if (mailService.isConfigured) {
    router.post('/email', json, async (req, res) => {
      const { email, ...proof } = parseBody(ChangeEmailRequest, req.body);
      const who = signedIn(res);
      await confirm(who, proof, callerOf(res));
      showAllowance(res, await addressLimit.consume(who.user.id));
      addresses.askToChange(who.user, email);
      res.json({ success: true });
    });
  }

  router.get('/sessions', async (_req, res) => {
    res.json({ success: true, sessions: await sessions.list(signedIn(res)) } satisfies SessionsResponse);
  });

  router.delete('/sessions', async (_req, res) => {
    await sessions.endOthers(signedIn(res));
    res.json({ success: true });
  });

  router.delete('/sessions/:id', async (req, res) => {
    await sessions.end(signedIn(res), req.params.id);
    res.json({ success: true });
  });

  // A truncated download must not look complete.
  const endDownload = endWithSession(accounts, (res) => res.destroy());
  const sendExport: RequestHandler = async (req, res) => {
    const who = signedIn(res);
    // A request for the headers alone must not use up the export of the day.
    if (req.method === 'HEAD') {
      res.type('zip').end();
      return;
    }
    await exportAttempts.consume(who.user.id);
    showAllowance(res, await exportLimit.consume(who.user.id));
    try {
      const account = await exportedAccount(storage, accounts, who, now);
      res.attachment(`${productName} ${account.exportedAt.slice(0, 10)}.zip`);
      const isSent = await answers.send(res, (inTurn) =>
        exportAccount(storage, who.user, account, productName, inTurn),
      );
      if (!isSent) await exportLimit.giveBack(who.user.id);
    } catch (error) {
      await exportLimit.giveBack(who.user.id);
      throw error;
    }
  };

  // A GET request has no code, which an account with an authenticator app needs.
  const requireNoCode: RequestHandler = async (_req, res, next) => {
    await secondFactors.check(signedIn(res).user, undefined, callerOf(res));
    next();
  };
  router.get('/export', requireNoCode, endDownload, sendExport);

  const requireOwner: RequestHandler = async (req, res, next) => {
    await confirm(signedIn(res), parseBody(OwnerProof, req.body), callerOf(res));
    next();
  };
  router.post('/export', json, requireOwner, endDownload, sendExport);

  router.delete('/', json, async (req, res) => {
    const proof = parseBody(DeleteAccountRequest, req.body);
    const who = signedIn(res);
    await confirm(who, proof, callerOf(res));
    await deletions.begin(who.user);
    res.json({ success: true });
  });

  return router;
}
