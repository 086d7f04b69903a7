import express, { type Express } from 'express';
import type { Logger } from 'pino';
import { pinoHttp } from 'pino-http';
import type { ProductSettings, UsageRule } from '@parley/core';
import { createAccounts } from './auth/accounts.ts';
import { authRoutes } from './auth/routes.ts';
import { capabilitiesRoute } from './chat/capabilities-route.ts';
import type { Backends } from './chat/modes/run-mode.ts';
import { Replies } from './chat/replies/replies.ts';
import { chatRoutes } from './chat/routes.ts';
import { contentRoute } from './content/content-route.ts';
import type { Content } from './content/content.ts';
import { createFiles } from './files/files.ts';
import { fileRoutes } from './files/routes.ts';
import { errorHandler, unknownPath } from './http/error-handler.ts';
import { healthRoutes } from './http/health-routes.ts';
import { createRateLimit } from './http/rate-limit.ts';
import { securityHeaders } from './http/security-headers.ts';
import { webClient } from './http/web-client.ts';
import { recordResponses, statusRoute } from './status/status-route.ts';
import { Status } from './status/status.ts';
import type { Storage } from './storage/storage.ts';

export interface AppSettings {
  productName: string;
  usageRule: UsageRule;
  jwtSecret: string;
  adminEmails: string[];
  emailsVerifiedAtOnce: boolean;
  /** The folder of the built web client. */
  webRoot: string;
  /** Requests a minute. */
  rateLimits: { register: number; login: number; messages: number };
  /** Whether the model names new conversations. */
  namesConversations: boolean;
}

export const DEFAULT_RATE_LIMITS: AppSettings['rateLimits'] = { register: 20, login: 60, messages: 60 };

export interface AppDependencies {
  settings: AppSettings;
  storage: Storage;
  backends: Backends;
  /** The words of the information pages. */
  content: Content;
  logger: Logger;
  /** Epoch milliseconds. */
  now?: () => number;
}

export interface App {
  handler: Express;
  replies: Replies;
  status: Status;
}

/** The whole API and the pages it serves, ready to be listened with. Takes no message before `replies.recover()`. */
export function createApp({ settings, storage, backends, content, logger, now = Date.now }: AppDependencies): App {
  const { usageRule, rateLimits } = settings;
  const accounts = createAccounts(storage, settings, now);
  const files = createFiles(storage.files, now);
  const status = new Status({ storage, backends, now });
  const replies = new Replies({ storage, files, backends: status.measured(backends), accounts, settings, logger, now });
  const limit = (requests: number) => createRateLimit({ requests, seconds: 60 });

  const handler = express();
  handler.disable('x-powered-by');
  handler.set('query parser', 'simple');
  handler.use(requestLog(logger));
  handler.use(securityHeaders());
  handler.use(healthRoutes(storage, replies));
  handler.use(recordResponses(status));
  handler.use('/api', (_req, res, next) => {
    res.set('Cache-Control', 'no-store');
    next();
  });
  handler.use(
    '/api/auth',
    authRoutes({ accounts, limits: { register: limit(rateLimits.register), login: limit(rateLimits.login) } }),
  );
  handler.use('/api/capabilities', capabilitiesRoute(backends));
  handler.use(
    '/api/chat',
    chatRoutes({ storage, accounts, replies, usageRule, messageLimit: limit(rateLimits.messages), now }),
  );
  handler.use('/api/files', fileRoutes({ files, store: storage.files, accounts }));
  handler.use('/api/content', contentRoute(content));
  handler.use('/api/status', statusRoute(status));
  // `/api` itself is a page.
  handler.use('/api/*path', unknownPath);
  handler.use(webClient(settings.webRoot, productSettings(settings), content));
  handler.use(errorHandler(logger));
  return { handler, replies, status };
}

function productSettings({ productName, usageRule }: AppSettings): ProductSettings {
  return { productName, messagesLimit: usageRule.limit, windowHours: usageRule.windowLength / 3_600_000 };
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
