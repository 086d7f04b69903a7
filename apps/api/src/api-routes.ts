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
  const { accounts, apiKeys, backends, billing, events, plans, providers, replies, storage, now } = services;
  const { productName, rateLimits } = settings;
  const { models } = backends;
  const { planOf } = plans;
  /** What routes have in common. Each takes what its own interface names. */
  const app = { ...services, cluster, logger, models, planOf, productName };
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
      turns: services.work.turns,
      accounts,
    }),
  );
  routes.use(providers.routes);
  const attempts = createRateLimit(cluster, 'second-factors', {
    requests: rateLimits.providerAttempts,
    seconds: 15 * 60,
  });
  routes.use(secondFactorRoutes({ ...app, attempts }));
  routes.use('/api/auth/desktop', desktopRoutes(accounts, createDesktopCodes(storage, now), cluster));
  const registerLimit = createRateLimit(cluster, 'register', { requests: rateLimits.register, seconds: 3600 });
  const sendsMail = services.mailService.isConfigured;
  routes.use('/api/auth', authRoutes({ ...app, sendsMail, registerLimit }));
  routes.use('/api/account', accountRoutes({ ...app, ways: providers.ways }));
  routes.use('/api/capabilities', capabilitiesRoute(app));
  const messageLimit = createRateLimit(cluster, 'messages', { requests: rateLimits.messages, seconds: 60 });
  if (apiKeys) {
    const limit = createRateLimit(cluster, 'new-api-keys', { requests: rateLimits.newApiKeys, seconds: 3600 });
    routes.use('/api/account/api-keys', apiKeyRoutes({ ...app, apiKeys, limit }));
    routes.use('/v1', completionRoutes({ ...app, messageLimit }));
  }
  routes.use('/v1', unknownPath);
  routes.use(
    '/api/chat',
    chatRoutes({
      ...app,
      onImported: coalesce((userId) => events.publish(userId, { type: 'user' })),
      // Each request overwrites the remains in the database files.
      purgeLimit: createRateLimit(cluster, 'purges', { requests: 60, seconds: 3600 }),
      messageLimit,
    }),
  );
  routes.use('/api/account/acceptances', acceptanceRoutes(accounts, services.acceptances));
  routes.use('/api/account/memories', memoryRoutes(app));
  const feedbackLimit = createRateLimit(cluster, 'feedback', { requests: rateLimits.feedback, seconds: 3600 });
  routes.use('/api/feedback', feedbackRoutes({ ...app, modelNames: backends.modelNames, limit: feedbackLimit }));
  if (settings.makesShareLinks) {
    const copyShare = createCopyShare(app);
    const limit = createRateLimit(cluster, 'shares', { requests: rateLimits.shares, seconds: 3600 });
    const reportLimit = createRateLimit(cluster, 'share-reports', { requests: rateLimits.reports, seconds: 3600 });
    routes.use('/api/shares', shareRoutes({ ...app, copyShare, limit, reportLimit }));
  }
  routes.use('/api/projects', projectRoutes(app));
  routes.use(
    '/api/files',
    fileRoutes({
      ...app,
      store: storage.files,
      isBlocked: async (userId) => ((await storage.users.findById(userId))?.blockedAt ?? null) !== null,
    }),
  );
  const { speaker, transcriber } = backends;
  if (speaker) routes.use('/api/audio', speechRoutes({ ...app, speaker, limits: rateLimits }));
  if (transcriber) routes.use('/api/audio', dictationRoutes({ ...app, transcriber, limits: rateLimits }));
  const pageLimit = createRateLimit(cluster, 'billing-pages', { requests: rateLimits.billing, seconds: 3600 });
  routes.use('/api/billing', billingRoutes({ ...app, usageRule: settings.usageRule, pageLimit }));
  routes.use(
    '/api/onboarding',
    onboardingRoutes({
      ...app,
      isDraining: () => !replies.acceptsMessages,
      demoLimit: createRateLimit(cluster, 'demos', { requests: rateLimits.demos, seconds: 3600 }),
    }),
  );
  routes.use(STREAM_PATH, streamRoute(settings.jwtSecret, settings.trustedProxies, services.deadlines));
  routes.use('/api/events', eventRoutes(app));
  const refusals = createRateLimit(cluster, 'refused-staff', { requests: 60, seconds: 3600 });
  routes.use(
    '/api/admin',
    adminRoutes({
      ...app,
      isSafe: async (user) => !settings.adminsNeedSecondFactor || services.secondFactors.isAlwaysNeeded(user),
      figures: {
        ...app,
        store: storage.figures,
        isLiveAccount: billing?.isLiveAccount ?? false,
        runningReplies: () => replies.runningCount,
        isModerated: services.moderation.isOn,
        costs: new Costs({ ...app, store: storage.spending }),
        shares: storage.shares,
      },
      doctor: {
        examine,
        // Each press asks every service.
        limit: createRateLimit(cluster, 'doctor', { requests: 6, seconds: 60 }),
      },
      feedback: storage.feedback,
      people: {
        users: storage.users,
        view: createPersonView(app),
        act: createPersonActs({ ...app, refusals }),
        audit: services.audit,
        refusals,
      },
    }),
  );
  routes.use('/api/brand', brandRoute(services.brand));
  routes.use('/api/settings', settingsRoute(services.product, services.brand));
  routes.use('/api/content', contentRoute(content, languages));
  routes.use('/api/status', statusRoute(services.status));
  routes.use('/api/openapi.json', openApiRoute(productName, apiKeys !== null));
  // `/api` itself is a page.
  routes.use('/api/*path', unknownPath);
  return routes;
}
