import express, { type Express } from 'express';
import type { Logger } from 'pino';
import { pinoHttp } from 'pino-http';
import type { ProductSettings, UsageRule } from '@parley/core';
import { Deletions } from './account/deletions.ts';
import { accountRoutes } from './account/routes.ts';
import { adminRoutes } from './admin/routes.ts';
import { createAccounts } from './auth/accounts.ts';
import { createApple } from './auth/apple/apple.ts';
import type { AppleSettings } from './auth/apple/apple-settings.ts';
import { createAddresses } from './auth/addresses.ts';
import { createDesktopCodes } from './auth/desktop/desktop-codes.ts';
import { desktopRoutes } from './auth/desktop/routes.ts';
import { createLoginGuard } from './auth/login-guard.ts';
import { createOneTimeTokens } from './auth/one-time-tokens.ts';
import { createRecovery } from './auth/recovery.ts';
import { authRoutes } from './auth/routes.ts';
import { tellSessionEnds } from './auth/session-ends.ts';
import { createBilling, type Billing } from './billing/billing.ts';
import type { BillingSettings } from './billing/billing-settings.ts';
import { createCancellation } from './billing/stripe/cancellation.ts';
import { billingRoutes } from './billing/routes.ts';
import { capabilitiesRoute } from './chat/capabilities-route.ts';
import type { Backends } from './chat/modes/run-mode.ts';
import { Replies } from './chat/replies/replies.ts';
import { chatRoutes } from './chat/routes.ts';
import { contentRoute } from './content/content-route.ts';
import type { Content } from './content/content.ts';
import { eventRoutes } from './events/routes.ts';
import { UserEvents } from './events/user-events.ts';
import { createFiles } from './files/files.ts';
import { fileRoutes } from './files/routes.ts';
import { cors } from './http/cors.ts';
import { errorHandler, unknownPath } from './http/error-handler.ts';
import { healthRoutes } from './http/health-routes.ts';
import { productRoute } from './http/product-route.ts';
import { createRateLimit } from './http/rate-limit.ts';
import { securityHeaders } from './http/security-headers.ts';
import { webClient } from './http/web-client.ts';
import { openApiRoute } from './openapi/openapi-route.ts';
import type { Mailer } from './mail/mail.ts';
import { openPost, type Post } from './mail/open-post.ts';
import { recordResponses, statusRoute } from './status/status-route.ts';
import { Status } from './status/status.ts';
import type { Storage } from './storage/storage.ts';

export interface AppSettings {
  productName: string;
  /** The origin that people see; asked when it is needed, since the port may be known only then. */
  publicUrl: () => string;
  /** How many proxies stand before this server; the address of whoever asks is read from what they add. */
  trustedProxies: number;
  usageRule: UsageRule;
  jwtSecret: string;
  /** Null: Sign in with Apple is not offered. */
  apple: AppleSettings | null;
  /** Null: nothing is sold, and everybody who is no admin stays within the free tier. */
  billing: BillingSettings | null;
  adminEmails: string[];
  emailsVerifiedAtOnce: boolean;
  /** The folder of the built web client. */
  webRoot: string;
  /** Of one network address: registrations and failed logins an hour. Of one user: messages a minute. Of one address: sign-ins with Apple in 15 minutes. Of one user: pages to pay on an hour. */
  rateLimits: { register: number; login: number; messages: number; apple: number; billing: number };
  /** Whether the model names new conversations. */
  namesConversations: boolean;
}

export const DEFAULT_RATE_LIMITS: AppSettings['rateLimits'] = {
  register: 5,
  login: 100,
  messages: 60,
  apple: 20,
  billing: 10,
};

export interface AppDependencies {
  settings: AppSettings;
  storage: Storage;
  backends: Backends;
  /** The words of the information pages. */
  content: Content;
  /** Null where no mail can be sent. */
  mailer: Mailer | null;
  logger: Logger;
  /** Epoch milliseconds. */
  now?: () => number;
}

export interface App {
  handler: Express;
  replies: Replies;
  status: Status;
  deletions: Deletions;
  post: Post;
  /** Null where nothing is sold. */
  billing: Billing | null;
}

/** The whole API and the pages it serves, ready to be listened with. Takes no message before `replies.recover()`. */
export function createApp(dependencies: AppDependencies): App {
  const { settings, backends, content, mailer, logger, now = Date.now } = dependencies;
  const { storage, ends } = tellSessionEnds(dependencies.storage);
  const { usageRule, rateLimits } = settings;
  const accounts = createAccounts(storage, ends, settings, now);
  const files = createFiles(storage.files, now);
  const status = new Status({ storage, backends, now });
  const replies = new Replies({ storage, files, backends: status.measured(backends), accounts, settings, logger, now });
  const post = openPost(mailer, settings, logger);
  const oneTimeTokens = createOneTimeTokens(storage.oneTimeTokens, now);
  const addresses = createAddresses({ users: storage.users, oneTimeTokens, post });
  const recovery = createRecovery({ storage, accounts, oneTimeTokens, post });
  const guard = createLoginGuard({ failuresPerHour: rateLimits.login });
  const apple =
    settings.apple &&
    createApple({
      settings: settings.apple,
      storage,
      accounts,
      secret: settings.jwtSecret,
      publicUrl: settings.publicUrl,
      limit: createRateLimit({ requests: rateLimits.apple, seconds: 15 * 60 }),
      logger,
      now,
    });
  const { publicUrl } = settings;
  const events = new UserEvents();
  const billing =
    settings.billing &&
    createBilling({
      settings: settings.billing,
      storage,
      publicUrl,
      onSynced: (userId) => events.tell(userId),
      logger,
      now,
    });
  const cancelEverything = billing?.cancelEverything ?? createCancellation(storage.billing, null);
  const forgetElsewhere = async (userId: string) => {
    await cancelEverything(userId);
    await apple?.forget(userId);
  };
  const deletions = new Deletions({ store: storage.deletions, replies, forgetElsewhere, post, logger, now });

  const handler = express();
  handler.disable('x-powered-by');
  handler.set('query parser', 'simple');
  handler.set('trust proxy', settings.trustedProxies);
  handler.use(requestLog(logger));
  handler.use(securityHeaders(settings.apple));
  handler.use(cors());
  handler.use(healthRoutes(storage, replies));
  handler.use(recordResponses(status));
  handler.use('/api', (_req, res, next) => {
    res.set('Cache-Control', 'no-store');
    next();
  });
  if (apple) {
    handler.use(apple.callback);
    handler.use('/api/auth/apple', apple.routes);
  }
  handler.use('/api/auth/desktop', desktopRoutes(accounts, createDesktopCodes(storage, now)));
  handler.use(
    '/api/auth',
    authRoutes({
      accounts,
      addresses,
      recovery,
      guard,
      sendsMail: post.isOpen,
      registerLimit: createRateLimit({ requests: rateLimits.register, seconds: 3600 }),
    }),
  );
  const { productName } = settings;
  const product = productSettings(settings, post.isOpen);
  handler.use(
    '/api/account',
    accountRoutes({ storage, accounts, addresses, oneTimeTokens, guard, post, deletions, productName, now }),
  );
  handler.use('/api/capabilities', capabilitiesRoute(backends));
  handler.use(
    '/api/chat',
    chatRoutes({
      storage,
      accounts,
      replies,
      usageRule,
      messageLimit: createRateLimit({ requests: rateLimits.messages, seconds: 60 }),
      now,
    }),
  );
  handler.use('/api/files', fileRoutes({ files, store: storage.files, accounts }));
  handler.use(
    '/api/billing',
    billingRoutes({
      billing,
      accounts,
      pageLimit: createRateLimit({ requests: rateLimits.billing, seconds: 3600 }),
    }),
  );
  handler.use('/api/events', eventRoutes({ accounts, users: storage.users, events }));
  handler.use(
    '/api/admin',
    adminRoutes(accounts, {
      store: storage.figures,
      isLiveAccount: billing?.isLiveAccount ?? false,
      runningReplies: () => replies.runningCount,
      now,
    }),
  );
  handler.use('/api/content', contentRoute(content));
  handler.use('/api/product', productRoute(product));
  handler.use('/api/status', statusRoute(status));
  handler.use('/api/openapi.json', openApiRoute(settings.productName));
  // `/api` itself is a page.
  handler.use('/api/*path', unknownPath);
  handler.use(webClient(settings.webRoot, product, content));
  handler.use(errorHandler(logger));
  return { handler, replies, status, deletions, post, billing };
}

function productSettings({ productName, usageRule, apple, billing }: AppSettings, sendsMail: boolean): ProductSettings {
  return {
    productName,
    messagesLimit: usageRule.limit,
    windowHours: usageRule.windowLength / 3_600_000,
    appleClientId: apple?.clientId ?? null,
    appleScriptUrl: apple?.scriptUrl ?? null,
    sendsMail,
    takesPayments: billing !== null,
  };
}

/** One line a request: method, path without its query, status, time. Never a header, a body or an address of a person. */
function requestLog(logger: Logger) {
  return pinoHttp({
    logger,
    quietReqLogger: true,
    customLogLevel: (_req, res) => (res.statusCode >= 500 ? 'error' : 'debug'),
    serializers: {
      req: (req: { method: string; url: string }) => ({ method: req.method, path: req.url.split('?')[0] }),
      res: (res: { statusCode: number }) => ({ status: res.statusCode }),
    },
  });
}
