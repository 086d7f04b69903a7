import express, { type Express } from 'express';
import type { Logger } from 'pino';
import { APPLE_CALLBACK_PATH, DESKTOP_ORIGIN } from '@parley/core';
import { Deletions } from './account/deletions.ts';
import { accountRoutes } from './account/routes.ts';
import { adminRoutes } from './admin/routes.ts';
import { productSettings, type AppSettings } from './app-settings.ts';
import { createAccounts } from './auth/accounts.ts';
import { createApple } from './auth/apple/apple.ts';
import { createAddresses } from './auth/addresses.ts';
import { createClaimAccount } from './auth/claim-account.ts';
import { createConfirmOwner } from './auth/confirm-owner.ts';
import { createDesktopCodes } from './auth/desktop/desktop-codes.ts';
import { desktopRoutes } from './auth/desktop/routes.ts';
import { createLoginGuard } from './auth/login-guard.ts';
import { createOneTimeTokens } from './auth/one-time-tokens.ts';
import { createPasswords, type HashCost } from './auth/passwords.ts';
import { createRecovery } from './auth/recovery.ts';
import { authRoutes } from './auth/routes.ts';
import { createSessionEnds } from './auth/session-ends.ts';
import { createBilling, type Billing } from './billing/billing.ts';
import { createCancellation } from './billing/stripe/cancellation.ts';
import { billingRoutes } from './billing/routes.ts';
import { capabilitiesRoute } from './chat/capabilities-route.ts';
import type { Backends } from './chat/modes/mode.ts';
import { createReplyLimit } from './chat/replies/accept/charge-message.ts';
import { Replies } from './chat/replies/replies.ts';
import { chatRoutes } from './chat/routes.ts';
import { createUsageOf } from './chat/usage-of.ts';
import { watchBackends } from './chat/watch-backends.ts';
import type { Cluster } from './cluster/cluster.ts';
import { contentRoute } from './content/content-route.ts';
import type { Content } from './content/content.ts';
import { eventRoutes } from './events/routes.ts';
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
import { onboardingRoutes } from './onboarding/routes.ts';
import { OPERATIONS } from './openapi/document.ts';
import { openApiRoute } from './openapi/openapi-route.ts';
import { recordResponses, statusRoute } from './status/status-route.ts';
import { Status } from './status/status.ts';
import type { Storage } from './storage/storage.ts';

export interface AppDependencies {
  settings: AppSettings;
  storage: Storage;
  cluster: Cluster;
  backends: Backends;
  /** The texts of the information pages. */
  content: Content;
  /** Null when mail cannot be sent. */
  mailer: Mailer | null;
  logger: Logger;
  deadlines?: Deadlines;
  /** Only tests pass one, to hash passwords faster. */
  hashCost?: HashCost;
  /** Epoch milliseconds. */
  now?: () => number;
}

export interface App {
  handler: Express;
  replies: Replies;
  status: Status;
  deletions: Deletions;
  mailService: MailService;
  demos: Demos;
  /** Null when billing is disabled. */
  billing: Billing | null;
}

/** Paths that request metrics count besides those of the API. */
const OWN_PATHS = ['/healthz', '/readyz', '/metrics', APPLE_CALLBACK_PATH];

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
  const { usageRule, rateLimits } = settings;
  const work = createWork(metrics);
  const answers = new LongAnswers(work, deadlines);
  const passwords = createPasswords(work.passwords, dependencies.hashCost);
  const accounts = createAccounts({ storage, ends, passwords, settings, now });
  const usageOf = createUsageOf({ storage, accounts, usageRule, now });
  const textLimit = createTextLimit(cluster, rateLimits.textBytes);
  const uploadLimit = createUploadLimit(cluster, rateLimits.uploadedBytes);
  const files = createFiles({ store: storage.files, work, limits: { bytes: uploadLimit, text: textLimit }, now });
  const replyLimit = createReplyLimit(cluster, rateLimits.replies);
  const pictures = createPictureAddresses(settings.jwtSecret, now);
  const status = new Status({ storage, backends: dependencies.backends, now });
  const backends = watchBackends(dependencies.backends, backendWatcher(metrics, status));
  const replies = new Replies({
    storage,
    cluster,
    files,
    backends,
    accounts,
    settings,
    limits: { replies: replyLimit, text: textLimit },
    logger,
    onFirstToken: (mode, seconds) => metrics.firstTokenSeconds.observe({ mode }, seconds),
    now,
  });
  const demos = createDemos({ storage, backends, accounts, settings, logger, now });
  metrics.watchRunning(() => replies.runningCount);
  metrics.watchCluster(() => cluster.isReached);
  const mailService = openMailService(mailer, settings, logger);
  const oneTimeTokens = createOneTimeTokens(storage.oneTimeTokens, now);
  const claimAccount = createClaimAccount(storage, oneTimeTokens);
  const mailed = { users: storage.users, cluster, accounts, claimAccount, oneTimeTokens, mailService };
  const guard = createLoginGuard(cluster, { failuresPerHour: rateLimits.login });
  const addresses = createAddresses({ ...mailed, guard });
  const recovery = createRecovery(mailed);
  const confirm = createConfirmOwner(accounts, guard);
  const apple =
    settings.apple &&
    createApple({
      settings: settings.apple,
      storage,
      accounts,
      confirm,
      secret: settings.jwtSecret,
      publicUrl: settings.publicUrl,
      attempts: createRateLimit(cluster, 'apple', { requests: rateLimits.appleAttempts, seconds: 15 * 60 }),
      failures: createRateLimit(cluster, 'apple-failures', { requests: rateLimits.apple, seconds: 15 * 60 }),
      logger,
      now,
    });
  const billing =
    settings.billing &&
    createBilling({ settings: settings.billing, storage, cluster, publicUrl: settings.publicUrl, logger, now });
  const cancelEverything = billing?.cancelEverything ?? createCancellation(storage.billing, null);
  const forgetElsewhere = async (userId: string) => {
    await cancelEverything(userId);
    await apple?.forget(userId);
  };
  const deletions = new Deletions({ store: storage.deletions, replies, forgetElsewhere, mailService, logger, now });

  const handler = express();
  handler.disable('x-powered-by');
  handler.set('query parser', 'simple');
  handler.set('trust proxy', settings.trustedProxies);
  handler.use(nameRequest);
  handler.use(requestLog(logger));
  handler.use(measureRequests(metrics, createKnownRoute([...OWN_PATHS, ...OPERATIONS.map(({ path }) => path)])));
  handler.use(securityHeaders(settings.apple, settings.publicUrl));
  const origins = [DESKTOP_ORIGIN, ...settings.corsOrigins];
  if (settings.ownHostnames) {
    handler.use(requireOwnHost({ hostnames: settings.ownHostnames, origins, openPath: APPLE_CALLBACK_PATH }));
  }
  handler.use(crossOrigin(origins));
  handler.use(healthRoutes(storage, replies));
  handler.use(metricsRoute(metrics, settings.metricsToken));
  handler.use(recordResponses(status));
  handler.use('/api', (_req, res, next) => {
    res.set('Cache-Control', 'no-store');
    next();
  });
  handler.use(
    '/api',
    limitReads({
      ofUser: createRateLimit(cluster, 'reads', { requests: rateLimits.reads, seconds: 60 }),
      ofAddress: createRateLimit(cluster, 'reads-address', { requests: rateLimits.readsOfAddress, seconds: 60 }),
      userOf: accounts.userOfToken,
    }),
  );
  if (apple) {
    handler.use(apple.callback);
    handler.use('/api/auth/apple', apple.routes);
  }
  handler.use('/api/auth/desktop', desktopRoutes(accounts, createDesktopCodes(storage, now), cluster));
  handler.use(
    '/api/auth',
    authRoutes({
      accounts,
      addresses,
      recovery,
      guard,
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
      oneTimeTokens,
      confirm,
      mailService,
      deletions,
      answers,
      productName: settings.productName,
      now,
    }),
  );
  handler.use('/api/capabilities', capabilitiesRoute(backends));
  handler.use(
    '/api/chat',
    chatRoutes({
      storage,
      accounts,
      replies,
      usageOf,
      pictures,
      productName: settings.productName,
      // Each request overwrites the remains in the database files.
      purgeLimit: createRateLimit(cluster, 'purges', { requests: 60, seconds: 3600 }),
      messageLimit: createRateLimit(cluster, 'messages', { requests: rateLimits.messages, seconds: 60 }),
      work,
      answers,
      deadlines,
      now,
    }),
  );
  handler.use(
    '/api/files',
    fileRoutes({ cluster, files, store: storage.files, accounts, pictures, answers, work, deadlines }),
  );
  handler.use(
    '/api/billing',
    billingRoutes({
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
  handler.use('/api/events', eventRoutes({ accounts, storage, usageOf, events, work, deadlines, logger }));
  handler.use(
    '/api/admin',
    adminRoutes(accounts, {
      store: storage.figures,
      isLiveAccount: billing?.isLiveAccount ?? false,
      runningReplies: () => replies.runningCount,
      now,
    }),
  );
  const product = productSettings(settings, mailService.isConfigured);
  handler.use('/api/settings', settingsRoute(product));
  handler.use('/api/content', contentRoute(content));
  handler.use('/api/status', statusRoute(status));
  handler.use('/api/openapi.json', openApiRoute(settings.productName));
  // `/api` itself is a page.
  handler.use('/api/*path', unknownPath);
  handler.use(webClient(settings.webRoot, product, content, settings.publicUrl));
  handler.use(unknownPath);
  handler.use(errorHandler(logger));
  return { handler, replies, demos, status, deletions, mailService, billing };
}
