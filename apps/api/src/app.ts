import express, { type Express } from 'express';
import type { Logger } from 'pino';
import { APPLE_CALLBACK_PATH, DESKTOP_ORIGIN, SHARE_PATH, type DoctorFinding, type ModelName } from '@parley/core';
import { Deletions } from './account/deletions.ts';
import { accountRoutes } from './account/routes.ts';
import { Costs } from './admin/costs.ts';
import { createAudit } from './admin/people/audit.ts';
import { createPersonActs } from './admin/people/person-acts.ts';
import { createPersonView } from './admin/people/person-view.ts';
import { adminRoutes } from './admin/routes.ts';
import { productSettings, type AppSettings } from './app-settings.ts';
import { createAccounts, type Accounts } from './auth/accounts.ts';
import { createAddresses } from './auth/addresses.ts';
import { createClaimAccount } from './auth/claim-account.ts';
import { createConfirmOwner } from './auth/confirm-owner.ts';
import { createDesktopCodes } from './auth/desktop/desktop-codes.ts';
import { desktopRoutes } from './auth/desktop/routes.ts';
import { createLoginGuard } from './auth/login-guard.ts';
import { createOneTimeTokens } from './auth/one-time-tokens.ts';
import { createPasswords, type HashCost } from './auth/passwords.ts';
import { createProviders } from './auth/providers/providers.ts';
import { createRecovery } from './auth/recovery.ts';
import { authRoutes } from './auth/routes.ts';
import { createSeal } from './auth/seal.ts';
import { deviceCookie } from './auth/second-factor/device-cookie.ts';
import { createRememberedDevices } from './auth/second-factor/remembered-devices.ts';
import { secondFactorRoutes } from './auth/second-factor/routes.ts';
import { createSecondFactors } from './auth/second-factor/second-factors.ts';
import { createTwoSteps } from './auth/second-factor/two-steps.ts';
import { createSessionEnds } from './auth/session-ends.ts';
import { createPlans } from './plans/plans.ts';
import { DEFAULT_ASSISTANT } from './chat/modes/prompt/assistant-settings.ts';
import { createAcceptances, type Documents } from './brand/acceptances.ts';
import { Brand } from './brand/brand.ts';
import { mailBrand } from './brand/mail-brand.ts';
import { pictureRoutes } from './brand/picture-routes.ts';
import type { FileBrand } from './brand/read-brand.ts';
import { acceptanceRoutes, brandRoute } from './brand/routes.ts';
import { createBilling, type Billing } from './billing/billing.ts';
import { createCancellation } from './billing/stripe/cancellation.ts';
import { billingRoutes } from './billing/routes.ts';
import { capabilitiesRoute } from './chat/capabilities-route.ts';
import type { Backends } from './chat/modes/mode.ts';
import { createReplyLimit } from './chat/replies/accept/charge-message.ts';
import type { ReplyJournal } from './chat/replies/journal/reply-journal.ts';
import { Replies } from './chat/replies/replies.ts';
import { chatRoutes } from './chat/routes.ts';
import { TemporaryReplies } from './chat/temporary/temporary-replies.ts';
import { createUsageOf } from './chat/usage-of.ts';
import { watchBackends } from './chat/watch-backends.ts';
import type { Cluster } from './cluster/cluster.ts';
import { speechRoutes } from './speech/routes.ts';
import { dictationRoutes } from './dictation/routes.ts';
import { contentRoute } from './content/content-route.ts';
import type { Content } from './content/content.ts';
import { STREAM_PATH, streamRoute } from './doctor/stream/stream-route.ts';
import { eventRoutes } from './events/routes.ts';
import { coalesce } from './events/coalesce.ts';
import { UserEvents } from './events/user-events.ts';
import { withChangeEvents } from './events/with-change-events.ts';
import { createFiles } from './files/files.ts';
import { createPictureAddresses } from './files/picture-addresses.ts';
import { createTextLimit, createUploadLimit } from './files/upload-limit.ts';
import { fileRoutes } from './files/routes.ts';
import { crossOrigin } from './http/security/cross-origin.ts';
import { errorHandler, unknownPath } from './http/responses/error-handler.ts';
import { LongAnswers } from './http/responses/long-answers.ts';
import { healthRoutes } from './http/health-routes.ts';
import { limitReads } from './http/requests/read-limits.ts';
import { requireOwnHost } from './http/security/require-own-host.ts';
import { createRateLimit } from './limits/rate-limit.ts';
import { securityHeaders } from './http/security/security-headers.ts';
import { settingsRoute } from './http/settings-route.ts';
import { webClient } from './http/web-client/web-client.ts';
import { DEADLINES, type Deadlines } from './limits/deadlines.ts';
import { createWork } from './limits/work.ts';
import { nameRequest, requestLog } from './log/request-log.ts';
import type { Mailer } from './mail/mail.ts';
import { openMailService, type MailService } from './mail/mail-service.ts';
import { backendWatcher } from './metrics/backend-watcher.ts';
import { createKnownRoute } from './metrics/known-route.ts';
import { measureMailer } from './metrics/measure-mailer.ts';
import { measureRequests } from './metrics/measure-requests.ts';
import { measureStorage } from './metrics/measure-storage.ts';
import { createMetrics } from './metrics/metrics.ts';
import { metricsRoute } from './metrics/metrics-route.ts';
import { createDemos, type Demos } from './onboarding/demos.ts';
import { acceptKeys } from './api-keys/accept-keys.ts';
import { createApiKeys } from './api-keys/api-keys.ts';
import { completionRoutes } from './api-keys/completions/completion-routes.ts';
import { apiKeyRoutes } from './api-keys/routes.ts';
import { feedbackRoutes } from './feedback/routes.ts';
import { memoryRoutes } from './memories/routes.ts';
import { createCopyShare } from './shares/copy-share.ts';
import { createPageRenderer, type PageRenderer } from './shares/page-renderer.ts';
import { sharedPageRoutes } from './shares/page-routes.ts';
import { shareRoutes } from './shares/routes.ts';
import { createShareTokens } from './shares/share-tokens.ts';
import { createShares } from './shares/shares.ts';
import { projectRoutes } from './projects/routes.ts';
import { onboardingRoutes } from './onboarding/routes.ts';
import { OPERATIONS } from './openapi/document.ts';
import { openApiRoute } from './openapi/openapi-route.ts';
import { recordResponses, statusRoute } from './status/status-route.ts';
import { Status } from './status/status.ts';
import { PriceList } from './spending/prices.ts';
import { Budgets } from './spending/budgets.ts';
import { Spendings } from './spending/spendings.ts';
import type { Storage, UserRecord } from './storage/storage.ts';

export interface AppDependencies {
  settings: AppSettings;
  storage: Storage;
  cluster: Cluster;
  /** Only tests leave it out. */
  journal?: ReplyJournal;
  backends: Backends;
  /** The shipped prices by default. */
  prices?: PriceList;
  /** The texts of the information pages. */
  content: Content;
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

export interface App {
  handler: Express;
  replies: Replies;
  temporaryReplies: TemporaryReplies;
  status: Status;
  deletions: Deletions;
  mailService: MailService;
  demos: Demos;
  pageRenderer: PageRenderer;
  brand: Brand;
  /** Null when billing is disabled. */
  billing: Billing | null;
}

/** Paths that request metrics count besides those of the API. */
const OWN_PATHS = [
  '/healthz',
  '/readyz',
  '/metrics',
  APPLE_CALLBACK_PATH,
  `${SHARE_PATH}/{token}`,
  `${SHARE_PATH}/{token}/{file}`,
];

/** Of one user, from all addresses. Recovery codes and passkeys still sign in beyond that. */
const WRONG_APP_CODES = { requests: 20, seconds: 3600, reason: 'Too many wrong codes.' };

/** Wires up the whole API and the pages it serves. It accepts no messages before `replies.recover()`. */
export function createApp(dependencies: AppDependencies): App {
  const { settings, cluster, content, logger, deadlines = DEADLINES, now = Date.now } = dependencies;
  const metrics = createMetrics();
  const mailer = dependencies.mailer && measureMailer(dependencies.mailer, metrics);
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
  const passwords = createPasswords(work.passwords, dependencies.hashCost);
  const { models } = dependencies.backends;
  const modelOf = (user: UserRecord): ModelName | null =>
    models.shown(planOf(user), user.model, plans.lesserOf(user) !== null);
  const accounts: Accounts = createAccounts({
    storage,
    ends,
    passwords,
    settings,
    modelOf,
    acceptances,
    brandRevision: () => brand.look.revision,
    now,
  });
  const plans = createPlans({ settings, accounts, now });
  const { planOf } = plans;
  const usageOf = createUsageOf({ storage, plans, now });
  const textLimit = createTextLimit(cluster, rateLimits.textBytes);
  const uploadLimit = createUploadLimit(cluster, rateLimits.uploadedBytes);
  const files = createFiles({ store: storage.files, work, limits: { bytes: uploadLimit, text: textLimit }, now });
  const replyLimit = createReplyLimit(cluster, rateLimits.replies);
  const pictures = createPictureAddresses(settings.jwtSecret, now);
  const status = new Status({ storage, backends: dependencies.backends, now });
  const backends = watchBackends(dependencies.backends, backendWatcher(metrics, status));
  const { prices = new PriceList() } = dependencies;
  const mailService = openMailService(mailer, { ...settings, brand: mailBrand(brand) }, logger);
  const { replyTokens: normal, thinkingReplyTokens: thinking } = settings.assistant ?? DEFAULT_ASSISTANT;
  const budgets = new Budgets({
    store: storage.budgets,
    ceilings: settings.costCeilings ?? {},
    prices,
    modelNames: backends.modelNames,
    replyTokens: { normal, thinking },
    owner: () => cluster.id,
    capOf: plans.limitsCosts ? async (userId) => plans.dailyCostOf(await storage.users.findById(userId)) : undefined,
    tell: (news) => settings.adminEmails.forEach((to) => mailService.send((mails) => mails.ceilingReached(to, news))),
    now,
  });
  const unpriced = budgets.unpriced();
  if (unpriced.length > 0)
    logger.warn({ models: unpriced }, 'the cost limits cannot hold for models without a price; set PRICES');
  const spendings = new Spendings({ store: storage.spending, accounts, prices, budgets, logger, now });
  const replies = new Replies({
    storage,
    spendings,
    cluster,
    ...(dependencies.journal && { journal: dependencies.journal }),
    files,
    backends,
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
  const addresses = createAddresses({ ...mailed, guard });
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
  const rememberedCookie = deviceCookie(() => settings.publicUrl().startsWith('https:'));
  const confirm = createConfirmOwner(accounts, guard, secondFactors);
  const providers = createProviders({
    settings,
    storage,
    accounts,
    twoSteps,
    deviceCookie: rememberedCookie,
    addresses,
    confirm,
    attempts: createRateLimit(cluster, 'apple', { requests: rateLimits.providerAttempts, seconds: 15 * 60 }),
    failures: createRateLimit(cluster, 'apple-failures', { requests: rateLimits.providerFailures, seconds: 15 * 60 }),
    logger,
    now,
  });
  const billing =
    settings.billing &&
    createBilling({ settings: settings.billing, storage, cluster, publicUrl: settings.publicUrl, logger, now });
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
  const tokens = createShareTokens(settings.jwtSecret);
  const shares = createShares({ storage, tokens, apiUrl: settings.apiUrl, now });
  const pageRenderer = createPageRenderer(settings.webRoot);

  const handler = express();
  handler.disable('x-powered-by');
  handler.set('query parser', 'simple');
  handler.set('trust proxy', settings.trustedProxies);
  handler.use(nameRequest);
  handler.use(requestLog(logger));
  handler.use(measureRequests(metrics, createKnownRoute([...OWN_PATHS, ...OPERATIONS.map(({ path }) => path)])));
  handler.use(securityHeaders(settings));
  const origins = [DESKTOP_ORIGIN, ...settings.corsOrigins];
  if (settings.ownHostnames) {
    handler.use(requireOwnHost({ hostnames: settings.ownHostnames, origins, openPath: APPLE_CALLBACK_PATH }));
  }
  handler.use(crossOrigin(origins));
  handler.use(healthRoutes(storage, replies));
  handler.use(metricsRoute(metrics, settings.metricsToken));
  handler.use(recordResponses(status));
  handler.use(['/api', '/v1'], (_req, res, next) => {
    res.set('Cache-Control', 'no-store');
    next();
  });
  const apiKeys =
    settings.apiKeys === 'off' ? null : createApiKeys({ storage, accounts, allowed: settings.apiKeys, now });
  if (apiKeys) {
    const limits = {
      ofKey: createRateLimit(cluster, 'api-keys', { requests: rateLimits.apiKeyRequests, seconds: 60 }),
      unknown: createRateLimit(cluster, 'unknown-api-keys', { requests: rateLimits.unknownApiKeys, seconds: 60 }),
    };
    handler.use(acceptKeys(apiKeys, OPERATIONS, limits));
  }
  handler.use(
    '/api',
    limitReads({
      ofUser: createRateLimit(cluster, 'reads', { requests: rateLimits.reads, seconds: 60 }),
      ofAddress: createRateLimit(cluster, 'reads-address', { requests: rateLimits.readsOfAddress, seconds: 60 }),
      userOf: accounts.userOfToken,
    }),
  );
  handler.use(providers.routes);
  const attempts = createRateLimit(cluster, 'second-factors', {
    requests: rateLimits.providerAttempts,
    seconds: 15 * 60,
  });
  handler.use(
    secondFactorRoutes({ accounts, secondFactors, devices, cookie: rememberedCookie, twoSteps, confirm, attempts }),
  );
  handler.use('/api/auth/desktop', desktopRoutes(accounts, createDesktopCodes(storage, now), cluster));
  handler.use(
    '/api/auth',
    authRoutes({
      accounts,
      addresses,
      recovery,
      guard,
      twoSteps,
      deviceCookie: rememberedCookie,
      cluster,
      sendsMail: mailService.isConfigured,
      registerLimit: createRateLimit(cluster, 'register', { requests: rateLimits.register, seconds: 3600 }),
    }),
  );
  handler.use(
    '/api/account',
    accountRoutes({
      storage,
      cluster,
      accounts,
      addresses,
      ways: providers.ways,
      secondFactors,
      oneTimeTokens,
      confirm,
      mailService,
      deletions,
      answers,
      productName: settings.productName,
      models,
      planOf,
      now,
    }),
  );
  handler.use('/api/capabilities', capabilitiesRoute({ backends, accounts, plans }));
  const messageLimit = createRateLimit(cluster, 'messages', { requests: rateLimits.messages, seconds: 60 });
  if (apiKeys) {
    const { productName } = settings;
    const limit = createRateLimit(cluster, 'new-api-keys', { requests: rateLimits.newApiKeys, seconds: 3600 });
    handler.use('/api/account/api-keys', apiKeyRoutes({ accounts, apiKeys, confirm, limit }));
    const ofReplies = { accounts, planOf, temporaryReplies, backends, messageLimit };
    handler.use('/v1', completionRoutes({ ...ofReplies, productName, work, deadlines, now }));
  }
  handler.use('/v1', unknownPath);
  handler.use(
    '/api/chat',
    chatRoutes({
      storage,
      cluster,
      onImported: coalesce((userId) => events.publish(userId, { type: 'user' })),
      accounts,
      models,
      planOf,
      replies,
      temporaryReplies,
      usageOf,
      pictures,
      productName: settings.productName,
      // Each request overwrites the remains in the database files.
      purgeLimit: createRateLimit(cluster, 'purges', { requests: 60, seconds: 3600 }),
      messageLimit,
      work,
      answers,
      deadlines,
      now,
    }),
  );
  handler.use('/api/account/acceptances', acceptanceRoutes(accounts, acceptances));
  handler.use('/api/account/memories', memoryRoutes({ accounts, storage, now }));
  handler.use(
    '/api/feedback',
    feedbackRoutes({
      accounts,
      storage,
      modelNames: backends.modelNames,
      limit: createRateLimit(cluster, 'feedback', { requests: rateLimits.feedback, seconds: 3600 }),
      now,
    }),
  );
  if (settings.makesShareLinks) {
    const copyShare = createCopyShare({ storage, shares, files, now });
    const limit = createRateLimit(cluster, 'shares', { requests: rateLimits.shares, seconds: 3600 });
    const reportLimit = createRateLimit(cluster, 'share-reports', { requests: rateLimits.reports, seconds: 3600 });
    handler.use('/api/shares', shareRoutes({ accounts, shares, copyShare, limit, reportLimit }));
  }
  handler.use('/api/projects', projectRoutes({ accounts, storage, replies, now }));
  handler.use(
    '/api/files',
    fileRoutes({
      cluster,
      files,
      store: storage.files,
      accounts,
      pictures,
      isBlocked: async (userId) => ((await storage.users.findById(userId))?.blockedAt ?? null) !== null,
      answers,
      work,
      deadlines,
    }),
  );
  if (backends.speaker) {
    const { speaker } = backends;
    handler.use(
      '/api/audio',
      speechRoutes({ speaker, spendings, storage, accounts, cluster, limits: rateLimits, work, answers }),
    );
  }
  if (backends.transcriber) {
    const { transcriber } = backends;
    handler.use(
      '/api/audio',
      dictationRoutes({ transcriber, spendings, accounts, cluster, limits: rateLimits, work, deadlines }),
    );
  }
  handler.use(
    '/api/billing',
    billingRoutes({
      usageRule: settings.usageRule,
      billing,
      accounts,
      pageLimit: createRateLimit(cluster, 'billing-pages', { requests: rateLimits.billing, seconds: 3600 }),
    }),
  );
  handler.use(
    '/api/onboarding',
    onboardingRoutes({
      accounts,
      storage,
      demos,
      isDraining: () => !replies.acceptsMessages,
      demoLimit: createRateLimit(cluster, 'demos', { requests: rateLimits.demos, seconds: 3600 }),
      deadlines,
      now,
    }),
  );
  handler.use(STREAM_PATH, streamRoute(settings.jwtSecret, settings.trustedProxies, deadlines));
  handler.use('/api/events', eventRoutes({ accounts, storage, usageOf, events, work, deadlines, logger }));
  handler.use(
    '/api/admin',
    adminRoutes(
      accounts,
      {
        store: storage.figures,
        isLiveAccount: billing?.isLiveAccount ?? false,
        plans,
        runningReplies: () => replies.runningCount,
        costs: new Costs({ store: storage.spending, prices, now }),
        budgets,
        shares: storage.shares,
        now,
      },
      shares,
      {
        examine: dependencies.examine ?? (async () => []),
        // Each press asks every service.
        limit: createRateLimit(cluster, 'doctor', { requests: 6, seconds: 60 }),
      },
      storage.feedback,
      async (user) => !settings.adminsNeedSecondFactor || secondFactors.isAlwaysNeeded(user),
      brand,
      {
        users: storage.users,
        view: createPersonView({ storage, accounts, usageOf, billing, audit, now }),
        act: createPersonActs({ storage, accounts, audit, deletions, stopUser, mailService, billing }),
        audit,
        refusals: createRateLimit(cluster, 'refused-staff', { requests: 60, seconds: 3600 }),
      },
    ),
  );
  const product = productSettings(settings, mailService.isConfigured);
  handler.use('/api/brand', brandRoute(brand));
  handler.use('/api/settings', settingsRoute(product, brand));
  handler.use('/api/content', contentRoute(content));
  handler.use('/api/status', statusRoute(status));
  handler.use('/api/openapi.json', openApiRoute(settings.productName));
  // `/api` itself is a page.
  handler.use('/api/*path', unknownPath);
  if (settings.makesShareLinks) {
    handler.use(
      SHARE_PATH,
      sharedPageRoutes({
        storage,
        shares,
        renderer: pageRenderer,
        answers,
        work,
        limit: createRateLimit(cluster, 'shared-pages', { requests: rateLimits.sharedPages, seconds: 60 }),
        productName: settings.productName,
        publicUrl: settings.publicUrl,
        apiUrl: settings.apiUrl,
        brandStyles: () => brand.look.styles,
      }),
    );
  }
  handler.use(SHARE_PATH, unknownPath);
  handler.use(pictureRoutes(brand));
  handler.use(webClient(settings.webRoot, product, content, settings.publicUrl, brand));
  handler.use(unknownPath);
  handler.use(errorHandler(logger));
  return { handler, brand, replies, temporaryReplies, demos, pageRenderer, status, deletions, mailService, billing };
}
