import { randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import type { RequestHandler, Response } from 'express';
import type { Logger } from 'pino';
import { pinoHttp } from 'pino-http';
import type { SignedIn } from '../auth/accounts.ts';
import { describeFailure } from './describe-failure.ts';
import { loggablePath } from './loggable-path.ts';
import { inRequest } from './request-context.ts';

const HEADER = 'X-Request-Id';
/** Ids that proxies send; excludes characters that could forge a line or field of a log. */
const GIVEN_ID = /^[\w.:/+=-]{1,128}$/;

/**
 * Sets the id of each request: a valid one from the proxy, or a new one. The response and all its log lines carry it.
 */
export const nameRequest: RequestHandler = (req, res, next) => {
  const given = req.get(HEADER);
  const isId = given !== undefined && GIVEN_ID.test(given) && loggablePath(given) === given;
  req.id = isId ? given : randomUUID();
  res.set(HEADER, String(req.id));
  inRequest(String(req.id), next);
};

/**
 * Logs one line per request: method, path without its query and without the tokens of shared pages, status, duration,
 * user id, and from 500 on the cause. Never logs headers, bodies or users' addresses.
 */
export function requestLog(logger: Logger): RequestHandler {
  return pinoHttp({
    logger,
    genReqId: (req) => req.id,
    // The end of a response may be signaled by the socket, outside of the request's context.
    customSuccessObject: (req, res, line: object) => ({ ...line, requestId: req.id, ...userIdOf(res) }),
    customErrorObject: (req, res, error, line: object) => ({
      ...line,
      requestId: req.id,
      ...userIdOf(res),
      err: undefined,
      ...describeFailure(error),
    }),
    customLogLevel: (_req, res) => (isOverload(res) ? 'warn' : res.statusCode >= 500 ? 'error' : 'debug'),
    serializers: {
      req: (req: { method: string; url: string }) => ({ method: req.method, path: loggablePath(req.url) }),
      res: (res: { statusCode: number }) => ({ status: res.statusCode }),
    },
  });
}

function userIdOf(res: ServerResponse): { userId?: string } {
  const { signedIn } = (res as Response).locals as { signedIn?: SignedIn };
  return signedIn ? { userId: signedIn.user.id } : {};
}

/** Whether the response only asks the client to retry later, without a failure. */
function isOverload(res: ServerResponse): boolean {
  return res.statusCode === 503 && res.hasHeader('Retry-After');
}
