import { randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import type { RequestHandler, Response } from 'express';
import type { Logger } from 'pino';
import { pinoHttp } from 'pino-http';
import type { SignedIn } from '../auth/accounts.ts';
import { describeFailure } from './describe-failure.ts';
import { inRequest } from './request-context.ts';

const HEADER = 'X-Request-Id';
/** What proxies and their operators name requests by; nothing that could be another line or field of a log. */
const GIVEN_ID = /^[\w.:/+=-]{1,128}$/;

/** Names every request: as the proxy before it has, else anew. The name is sent back and stands in all that is logged of it. */
export const nameRequest: RequestHandler = (req, res, next) => {
  const given = req.get(HEADER);
  req.id = given !== undefined && GIVEN_ID.test(given) ? given : randomUUID();
  res.set(HEADER, String(req.id));
  inRequest(String(req.id), next);
};

/**
 * One line a request: method, path without its query, status, time, the id of the user, and from 500 on the cause. Never a
 * header, a body or an address of a person.
 */
export function requestLog(logger: Logger): RequestHandler {
  return pinoHttp({
    logger,
    genReqId: (req) => req.id,
    // The end of an answer may come from the socket, outside of all that belongs to the request.
    customSuccessObject: (req, res, line: object) => ({ ...line, requestId: req.id, ...whoAsked(res) }),
    customErrorObject: (req, res, error, line: object) => ({
      ...line,
      requestId: req.id,
      ...whoAsked(res),
      err: undefined,
      ...describeFailure(error),
    }),
    customLogLevel: (_req, res) => (isOverload(res) ? 'warn' : res.statusCode >= 500 ? 'error' : 'debug'),
    serializers: {
      req: (req: { method: string; url: string }) => ({ method: req.method, path: req.url.split('?')[0] }),
      res: (res: { statusCode: number }) => ({ status: res.statusCode }),
    },
  });
}

function whoAsked(res: ServerResponse): { userId?: string } {
  const { signedIn } = (res as Response).locals as { signedIn?: SignedIn };
  return signedIn ? { userId: signedIn.user.id } : {};
}

/** Whether an answer only says when to come back, and nothing broke. */
function isOverload(res: ServerResponse): boolean {
  return res.statusCode === 503 && res.hasHeader('Retry-After');
}
