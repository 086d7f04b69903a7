import express, { type Express } from 'express';
import { APPLE_CALLBACK_PATH, DESKTOP_ORIGIN, SHARE_PATH } from '@parley/core';
import { pictureRoutes } from './brand/picture-routes.ts';
import { crossOrigin } from './http/security/cross-origin.ts';
import { errorHandler, unknownPath } from './http/responses/error-handler.ts';
import { answerInLanguage } from './language/answer-in-language.ts';
import { ENGLISH_ONLY } from './language/languages.ts';
import { healthRoutes } from './http/health-routes.ts';
import { requireOwnHost } from './http/security/require-own-host.ts';
import { createRateLimit } from './limits/rate-limit.ts';
import { securityHeaders } from './http/security/security-headers.ts';
import { webClient } from './http/web-client/web-client.ts';
import { nameRequest, requestLog } from './log/request-log.ts';
import { createKnownRoute } from './metrics/known-route.ts';
import { measureRequests } from './metrics/measure-requests.ts';
import { metricsRoute } from './metrics/metrics-route.ts';
import { sharedPageRoutes } from './shares/page-routes.ts';
import { OPERATIONS } from './openapi/document.ts';
import { recordResponses } from './status/status-route.ts';
import { apiRoutes } from './api-routes.ts';
import { createServices, type AppDependencies, type Services } from './services.ts';

/** The server's request handler, and the services that run beside it. */
export interface App extends Pick<
  Services,
  'replies' | 'temporaryReplies' | 'status' | 'deletions' | 'brand' | 'billing'
> {
  handler: Express;
  /** Ends what runs beside requests. Replies are drained before, storage and cluster closed after. */
  close(): Promise<void>;
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

/** Wires up the whole API and the pages it serves. It accepts no messages before `replies.recover()`. */
export function createApp(dependencies: AppDependencies): App {
  const { settings, cluster, content, languages = ENGLISH_ONLY, logger } = dependencies;
  const { rateLimits } = settings;
  const services = createServices(dependencies);
  const {
    metrics,
    storage,
    brand,
    work,
    answers,
    product,
    status,
    mailService,
    replies,
    temporaryReplies,
    moderation,
    demos,
    billing,
    deletions,
    shares,
    pageRenderer,
  } = services;
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
  handler.use(['/api', '/v1'], answerInLanguage(languages));
  handler.use(apiRoutes(dependencies, services));
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
        brand,
        languages,
      }),
    );
  }
  handler.use(SHARE_PATH, unknownPath);
  handler.use(pictureRoutes(brand));
  handler.use(webClient(settings.webRoot, product, content, settings.publicUrl, brand, languages));
  handler.use(unknownPath);
  handler.use(errorHandler(logger));
  return {
    handler,
    brand,
    replies,
    temporaryReplies,
    status,
    deletions,
    billing,
    async close() {
      await demos.close();
      await pageRenderer.close();
      await temporaryReplies.drain(AbortSignal.abort());
      await moderation.close();
      await deletions.close();
      await billing?.close();
      await mailService.close();
    },
  };
}
