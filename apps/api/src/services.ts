import type { Logger } from 'pino';
import { t, type DoctorFinding, type ModelName } from '@parley/core';
import { Deletions } from './account/deletions.ts';
import { createAudit } from './admin/people/audit.ts';
import { productSettings, type AppSettings } from './settings/app-settings.ts';
import { createAccounts, type Accounts } from './auth/accounts.ts';
import { createAddresses } from './auth/addresses.ts';
import { createClaimAccount } from './auth/claim-account.ts';
import { createConfirmOwner } from './auth/confirm-owner.ts';
import { createLoginGuard } from './auth/login-guard.ts';
import { createOneTimeTokens } from './auth/one-time-tokens.ts';
import { createPasswords, type HashCost } from './auth/passwords/passwords.ts';
import { createProviders } from './auth/providers/providers.ts';
import { createRecovery } from './auth/recovery.ts';
import { createSeal } from './auth/seal.ts';
import { createDeviceCookie } from './auth/second-factor/device-cookie.ts';
import { createRememberedDevices } from './auth/second-factor/remembered-devices.ts';
import { createSecondFactors } from './auth/second-factor/second-factors.ts';
import { createTwoSteps } from './auth/second-factor/two-steps.ts';
import { createSessionEnds } from './auth/session-ends.ts';
import { createPlans } from './plans/plans.ts';
import { DEFAULT_ASSISTANT } from './chat/modes/prompt/assistant-settings.ts';
import { createAcceptances, type Documents } from './brand/acceptances.ts';
import { Brand } from './brand/brand.ts';
import { mailBrand } from './brand/mail-brand.ts';
import type { FileBrand } from './brand/read-brand.ts';
import { createBilling } from './billing/billing.ts';
import { createCancellation } from './billing/stripe/cancellation.ts';
import type { Backends } from './chat/modes/mode.ts';
import { createModeration, type ModerationDependencies } from './chat/moderation/moderation.ts';
import { createReplyLimit } from './chat/replies/accept/charge-message.ts';
import type { ReplyJournal } from './chat/replies/journal/reply-journal.ts';
import { Replies } from './chat/replies/replies.ts';
import { TemporaryReplies } from './chat/temporary/temporary-replies.ts';
import { createUsageOf } from './chat/usage-of.ts';
import { watchBackends } from './chat/watch-backends.ts';
import type { Cluster } from './cluster/cluster.ts';
import type { Content } from './content/content.ts';
import { UserEvents } from './events/user-events.ts';
import { withChangeEvents } from './events/with-change-events.ts';
import { createFiles } from './files/files.ts';
import { createPictureAddresses } from './files/picture-addresses.ts';
import { createTextLimit, createUploadLimit } from './files/upload-limit.ts';
import { ENGLISH_ONLY, type Languages } from './language/languages.ts';
import { LongAnswers } from './http/responses/long-answers.ts';
import { createRateLimit } from './limits/rate-limit.ts';
import { DEADLINES, type Deadlines } from './limits/deadlines.ts';
import { createWork } from './limits/work.ts';
import type { Mailer } from './mail/mail.ts';
import { openMailService } from './mail/mail-service.ts';
import { backendWatcher } from './metrics/backend-watcher.ts';
import { measureMailer } from './metrics/measure-mailer.ts';
import { measureStorage } from './metrics/measure-storage.ts';
import { createMetrics } from './metrics/metrics.ts';
import { createDemos } from './onboarding/demos.ts';
import { createApiKeys } from './api-keys/api-keys.ts';
import { createPageRenderer } from './shares/page-renderer.ts';
import { createShareTokens } from './shares/share-tokens.ts';
import { createShares } from './shares/shares.ts';
import { Status } from './status/status.ts';
import { PriceList } from './spending/prices.ts';
import { Budgets } from './spending/budgets.ts';
import { createCeilingMails } from './spending/ceiling-mails.ts';
import { Spendings } from './spending/spendings.ts';
import type { Storage, UserRecord } from './storage/storage.ts';

export interface AppDependencies {
  settings: AppSettings;
  storage: Storage;
  cluster: Cluster;
  /** Only tests leave it out. */
  journal?: ReplyJournal;
  backends: Backends;
  /** What is done with harmful questions; none is checked by default. */
  moderation?: ModerationDependencies['settings'];
  /** The shipped prices by default. */
  prices?: PriceList;
  /** The texts of the information pages in English, which is the only language by default. */
  content: Content;
  languages?: Languages;
  /** The operator's own product, and the versions of its pages that people accept; neither by default. */
  brand?: { file: FileBrand | null; documents: Documents };
  /** Null when mail cannot be sent. */
  mailer: Mailer | null;
  logger: Logger;
  deadlines?: Deadlines;
  /** Checks the settings and tries every service. Only tests leave it out. */
  examine?: () => Promise<DoctorFinding[]>;
  /** Only tests pass one, to hash passwords faster. */
  hashCost?: HashCost;
  /** Epoch milliseconds. */
  now?: () => number;
}

/** Of one user, from all addresses. Recovery codes and passkeys still sign in beyond that. */
const WRONG_APP_CODES = { requests: 20, seconds: 3600, reason: t`Too many wrong codes.` };

export type Services = ReturnType<typeof createServices>;

/** Creates everything that routes use, and nothing that listens. */
export function createServices(dependencies: AppDependencies) {
  const { settings, cluster, logger, deadlines = DEADLINES, now = Date.now } = dependencies;
  const { languages = ENGLISH_ONLY, prices = new PriceList(), mailer, journal } = dependencies;
  const metrics = createMetrics();
  const ends = createSessionEnds(cluster);
  const events = new UserEvents(cluster);
  const storage = withChangeEvents(measureStorage(dependencies.storage, metrics), (event) =>
    'hint' in event ? events.publish(event.userId, event.hint) : ends.publish(event),
  );
  const { file = null, documents = {} } = dependencies.brand ?? {};
  const brand = new Brand({
    file,
    documents,
    store: storage.brand,
    cluster,
    apiUrl: settings.apiUrl,
    onChange: () => events.refreshEveryone(),
    logger,
    now,
  });
  const acceptances = createAcceptances(storage.acceptances, documents, now);
  const { rateLimits } = settings;
  const work = createWork(metrics);
  const answers = new LongAnswers(work, deadlines);
  const modelOf = (user: UserRecord): ModelName | null =>
    dependencies.backends.models.shown(planOf(user), user.model, plans.lesserOf(user) !== null);
  const accounts: Accounts = createAccounts({
    storage,
    ends,
    passwords: createPasswords(work.passwords, dependencies.hashCost),
    settings,
    modelOf,
    acceptances,
    brandRevision: () => brand.look.revision,
    languages,
    now,
  });
  const plans = createPlans({ settings, accounts, now });
  const { payingPlan, planOf } = plans;
  const usageOf = createUsageOf({ storage, plans, now });
  const textLimit = createTextLimit(cluster, rateLimits.textBytes);
  const uploadLimit = createUploadLimit(cluster, rateLimits.uploadedBytes);
  const files = createFiles({ store: storage.files, work, limits: { bytes: uploadLimit, text: textLimit }, now });
  const replyLimit = createReplyLimit(cluster, rateLimits.replies);
  const pictures = createPictureAddresses(settings.jwtSecret, now);
  const status = new Status({ storage, backends: dependencies.backends, now });
  const backends = watchBackends(dependencies.backends, backendWatcher(metrics, status));
  const measured = mailer && measureMailer(mailer, metrics);
  const mailService = openMailService(measured, { ...settings, brand: mailBrand(brand) }, cluster, logger);
  const { replyTokens: normal, thinkingReplyTokens: thinking } = settings.assistant ?? DEFAULT_ASSISTANT;
  const budgets = new Budgets({
    store: storage.budgets,
    ceilings: settings.costCeilings ?? {},
    prices,
    modelNames: backends.modelNames,
    replyTokens: { normal, thinking },
    owner: () => cluster.id,
    capOf: plans.limitsCosts ? async (userId) => plans.dailyCostOf(await storage.users.findById(userId)) : undefined,
    notify: createCeilingMails({ mailService, users: storage.users, adminEmails: settings.adminEmails }),
    now,
  });
  const spendings = new Spendings({ storage, journal, payingPlan, prices, budgets, logger, now });
  const moderation = createModeration({
    settings: dependencies.moderation ?? null,
    work: work.moderations,
    figures: storage.figures,
    metrics,
    logger,
    now,
  });
  const replies = new Replies({
    storage,
    spendings,
    cluster,
    ...(journal && { journal }),
    files,
    backends,
    moderation,
    plans,
    settings,
    limits: { replies: replyLimit, text: textLimit },
    logger,
    onFirstToken: (mode, seconds) => metrics.firstTokenSeconds.observe({ mode }, seconds),
    now,
  });
  const temporaryReplies = new TemporaryReplies({
    storage,
    spendings,
    files,
    cluster,
    backends,
    moderation,
    plans,
    limit: replyLimit,
    settings,
    acceptsMessages: () => replies.acceptsMessages,
    logger,
    now,
  });
  const demos = createDemos({ storage, spendings, backends, plans, settings, logger, now });
  metrics.watchRunning(() => replies.runningCount + temporaryReplies.runningCount);
  metrics.watchCluster(() => cluster.isReached);
  const oneTimeTokens = createOneTimeTokens(storage.oneTimeTokens, now);
  const claimAccount = createClaimAccount(storage, oneTimeTokens);
  const mailed = { users: storage.users, cluster, accounts, claimAccount, oneTimeTokens, mailService };
  const guard = createLoginGuard(cluster, { failuresPerHour: rateLimits.login });
  const billing =
    settings.billing &&
    createBilling({ settings: settings.billing, storage, cluster, publicUrl: settings.publicUrl, logger, now });
  const addresses = createAddresses({ ...mailed, guard, onChanged: (userId) => billing?.followAddress(userId) });
  const recovery = createRecovery(mailed);
  const secondFactors = createSecondFactors({
    storage,
    seal: createSeal(settings.jwtSecret, 'second-factor'),
    guard: createLoginGuard(cluster, { failuresPerHour: rateLimits.login, guessed: 'codes' }),
    limit: createRateLimit(cluster, 'app-codes', WRONG_APP_CODES),
    mailService,
    productName: settings.productName,
    now,
  });
  const devices = createRememberedDevices(storage.rememberedDevices, now);
  const twoSteps = createTwoSteps({ storage, accounts, secondFactors, devices, oneTimeTokens });
  const deviceCookie = createDeviceCookie(() => settings.publicUrl().startsWith('https:'));
  const confirm = createConfirmOwner(accounts, guard, secondFactors);
  const providers = createProviders({
    settings,
    storage,
    accounts,
    twoSteps,
    deviceCookie,
    addresses,
    mailService,
    confirm,
    attempts: createRateLimit(cluster, 'apple', { requests: rateLimits.providerAttempts, seconds: 15 * 60 }),
    failures: createRateLimit(cluster, 'apple-failures', { requests: rateLimits.providerFailures, seconds: 15 * 60 }),
    logger,
    now,
  });
  const cancelEverything = billing?.cancelEverything ?? createCancellation(storage.billing, null);
  const forgetElsewhere = async (userId: string) => {
    await cancelEverything(userId);
    await providers.forget(userId);
  };
  const stopUser = async (userId: string) => {
    await Promise.all([replies.stopUser(userId), temporaryReplies.stopUser(userId)]);
  };
  const ofDeletions = { store: storage.deletions, replies: { stopUser }, forgetElsewhere };
  const deletions = new Deletions({ ...ofDeletions, mailService, logger, now });
  const audit = createAudit(storage.audits, storage.users, logger, now);
  const shares = createShares({ storage, tokens: createShareTokens(settings.jwtSecret), apiUrl: settings.apiUrl, now });
  const pageRenderer = createPageRenderer(settings.webRoot);
  const apiKeys =
    settings.apiKeys === 'off'
      ? null
      : createApiKeys({ storage, accounts, mailService, allowed: settings.apiKeys, now });
  const product = productSettings(settings, mailService.isConfigured, languages);

  return {
    metrics,
    events,
    storage,
    brand,
    acceptances,
    work,
    answers,
    accounts,
    plans,
    usageOf,
    textLimit,
    files,
    pictures,
    status,
    backends,
    mailService,
    budgets,
    spendings,
    replies,
    temporaryReplies,
    moderation,
    demos,
    oneTimeTokens,
    guard,
    addresses,
    recovery,
    secondFactors,
    devices,
    twoSteps,
    deviceCookie,
    confirm,
    providers,
    billing,
    stopUser,
    deletions,
    audit,
    shares,
    pageRenderer,
    apiKeys,
    prices,
    product,
    deadlines,
    now,
  };
}
