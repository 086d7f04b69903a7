import { Router } from 'express';
import { accountRoutes } from './account/routes.ts';
import { Costs } from './admin/costs.ts';
import { createPersonActs } from './admin/people/person-acts.ts';
import { createPersonView } from './admin/people/person-view.ts';
import { adminRoutes } from './admin/routes.ts';
import { createDesktopCodes } from './auth/desktop/desktop-codes.ts';
import { desktopRoutes } from './auth/desktop/routes.ts';
import { authRoutes } from './auth/routes.ts';
import { secondFactorRoutes } from './auth/second-factor/routes.ts';
import { acceptanceRoutes, brandRoute } from './brand/routes.ts';
import { billingRoutes } from './billing/routes.ts';
import { capabilitiesRoute } from './chat/capabilities-route.ts';
import { chatRoutes } from './chat/routes.ts';
import { speechRoutes } from './speech/routes.ts';
import { dictationRoutes } from './dictation/routes.ts';
import { contentRoute } from './content/content-route.ts';
import { STREAM_PATH, streamRoute } from './doctor/stream/stream-route.ts';
import { eventRoutes } from './events/routes.ts';
import { coalesce } from './events/coalesce.ts';
import { fileRoutes } from './files/routes.ts';
import { unknownPath } from './http/responses/error-handler.ts';
import { ENGLISH_ONLY } from './language/languages.ts';
import { floodLimit, limitRequests } from './http/requests/limit-requests.ts';
import { createRateLimit } from './limits/rate-limit.ts';
import { settingsRoute } from './http/settings-route.ts';
import { acceptKeys } from './api-keys/accept-keys.ts';
import { completionRoutes } from './api-keys/completions/completion-routes.ts';
import { apiKeyRoutes } from './api-keys/routes.ts';
import { feedbackRoutes } from './feedback/routes.ts';
import { memoryRoutes } from './memories/routes.ts';
import { createCopyShare } from './shares/copy-share.ts';
import { shareRoutes } from './shares/routes.ts';
import { projectRoutes } from './projects/routes.ts';
import { onboardingRoutes } from './onboarding/routes.ts';
import { OPERATIONS } from './openapi/document.ts';
import { openApiRoute } from './openapi/openapi-route.ts';
import { statusRoute } from './status/status-route.ts';
import type { AppDependencies, Services } from './services.ts';

/** The routes below `/api` and `/v1`. */
export function apiRoutes(
  { settings, cluster, content, languages = ENGLISH_ONLY, logger, examine = async () => [] }: AppDependencies,
  services: Services,
): Router {
  const {
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
    product,
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
    rememberedCookie,
    confirm,
    providers,
    billing,
    stopUser,
    deletions,
    audit,
    shares,
    apiKeys,
    prices,
    deadlines,
    now,
  } = services;
  const { rateLimits } = settings;
  const { models } = backends;
  const { planOf } = plans;
  const routes = Router();
  if (apiKeys) {
    const limits = {
      ofKey: createRateLimit(cluster, 'api-keys', { requests: rateLimits.apiKeyRequests, seconds: 60 }),
      unknown: createRateLimit(cluster, 'unknown-api-keys', { requests: rateLimits.unknownApiKeys, seconds: 60 }),
    };
    routes.use(acceptKeys(apiKeys, OPERATIONS, limits));
  }
  routes.use(
    '/api',
    limitRequests({
      reads: floodLimit(cluster, 'reads', rateLimits.reads, rateLimits.readsOfAddress),
      changes: floodLimit(cluster, 'changes', rateLimits.changes, rateLimits.changesOfAddress),
      turns: work.turns,
      userOf: accounts.userOfToken,
    }),
  );
  routes.use(providers.routes);
  const attempts = createRateLimit(cluster, 'second-factors', {
    requests: rateLimits.providerAttempts,
    seconds: 15 * 60,
  });
  routes.use(
    secondFactorRoutes({ accounts, secondFactors, devices, cookie: rememberedCookie, twoSteps, confirm, attempts }),
  );
  routes.use('/api/auth/desktop', desktopRoutes(accounts, createDesktopCodes(storage, now), cluster));
  routes.use(
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
  routes.use(
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
  routes.use('/api/capabilities', capabilitiesRoute({ backends, accounts, plans }));
  const messageLimit = createRateLimit(cluster, 'messages', { requests: rateLimits.messages, seconds: 60 });
  if (apiKeys) {
    const { productName } = settings;
    const limit = createRateLimit(cluster, 'new-api-keys', { requests: rateLimits.newApiKeys, seconds: 3600 });
    routes.use('/api/account/api-keys', apiKeyRoutes({ accounts, apiKeys, confirm, limit }));
    const ofReplies = { accounts, planOf, temporaryReplies, backends, messageLimit };
    routes.use('/v1', completionRoutes({ ...ofReplies, productName, work, deadlines, now }));
  }
  routes.use('/v1', unknownPath);
  routes.use(
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
      budgets,
      pictures,
      productName: settings.productName,
      // Each request overwrites the remains in the database files.
      purgeLimit: createRateLimit(cluster, 'purges', { requests: 60, seconds: 3600 }),
      textLimit,
      messageLimit,
      work,
      answers,
      deadlines,
      now,
    }),
  );
  routes.use('/api/account/acceptances', acceptanceRoutes(accounts, acceptances));
  routes.use('/api/account/memories', memoryRoutes({ accounts, cluster, storage, now }));
  routes.use(
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
    const copyShare = createCopyShare({ storage, shares, files, textLimit, now });
    const limit = createRateLimit(cluster, 'shares', { requests: rateLimits.shares, seconds: 3600 });
    const reportLimit = createRateLimit(cluster, 'share-reports', { requests: rateLimits.reports, seconds: 3600 });
    routes.use('/api/shares', shareRoutes({ accounts, shares, copyShare, limit, reportLimit }));
  }
  routes.use('/api/projects', projectRoutes({ accounts, cluster, storage, replies, answers, now }));
  routes.use(
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
    routes.use(
      '/api/audio',
      speechRoutes({ speaker, spendings, storage, accounts, cluster, limits: rateLimits, work, answers }),
    );
  }
  if (backends.transcriber) {
    const { transcriber } = backends;
    routes.use(
      '/api/audio',
      dictationRoutes({ transcriber, spendings, accounts, cluster, limits: rateLimits, work, deadlines }),
    );
  }
  routes.use(
    '/api/billing',
    billingRoutes({
      usageRule: settings.usageRule,
      billing,
      accounts,
      pageLimit: createRateLimit(cluster, 'billing-pages', { requests: rateLimits.billing, seconds: 3600 }),
    }),
  );
  routes.use(
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
  routes.use(STREAM_PATH, streamRoute(settings.jwtSecret, settings.trustedProxies, deadlines));
  routes.use('/api/events', eventRoutes({ accounts, storage, usageOf, events, work, deadlines, logger }));
  routes.use(
    '/api/admin',
    adminRoutes({
      accounts,
      isSafe: async (user) => !settings.adminsNeedSecondFactor || secondFactors.isAlwaysNeeded(user),
      figures: {
        store: storage.figures,
        isLiveAccount: billing?.isLiveAccount ?? false,
        plans,
        runningReplies: () => replies.runningCount,
        isModerated: moderation.isOn,
        costs: new Costs({ store: storage.spending, prices, plans, now }),
        budgets,
        shares: storage.shares,
        now,
      },
      shares,
      doctor: {
        examine,
        // Each press asks every service.
        limit: createRateLimit(cluster, 'doctor', { requests: 6, seconds: 60 }),
      },
      feedback: storage.feedback,
      brand,
      people: {
        users: storage.users,
        view: createPersonView({ storage, accounts, usageOf, billing, audit, plans, now }),
        act: createPersonActs({ storage, accounts, audit, deletions, stopUser, mailService, billing }),
        audit,
        refusals: createRateLimit(cluster, 'refused-staff', { requests: 60, seconds: 3600 }),
      },
    }),
  );
  routes.use('/api/brand', brandRoute(brand));
  routes.use('/api/settings', settingsRoute(product, brand));
  routes.use('/api/content', contentRoute(content, languages));
  routes.use('/api/status', statusRoute(status));
  routes.use('/api/openapi.json', openApiRoute(settings.productName));
  // `/api` itself is a page.
  routes.use('/api/*path', unknownPath);
  return routes;
}
