import { Router, type Request, type RequestHandler, type Response } from 'express';
import { AppError, type ApiKeyScope } from '@parley/core';
import { bearerToken } from '../auth/authenticate.ts';
import { addressKey } from '../http/requests/address-key.ts';
import { showAllowance } from '../http/responses/rate-limit-headers.ts';
import type { RateLimit } from '../limits/rate-limit.ts';
import type { Operation } from '../openapi/operation.ts';
import type { ApiKeys } from './api-keys.ts';
import { KEY_PREFIX } from './key-text.ts';

const INVALID = 'This API key isn’t valid. It may be mistyped, expired or revoked.';
const UNKNOWN = 'There is no such endpoint. At /v1, this server answers chat/completions and models.';

interface KeyLimits {
  /** Requests by key. */
  ofKey: RateLimit;
  /** Requests with unknown keys by network address. */
  unknown: RateLimit;
}

/**
 * Signs in requests that carry an API key, for exactly the operations that its scopes allow; every other one is
 * refused. Requests without a key pass unchanged.
 */
export function acceptKeys(apiKeys: ApiKeys, operations: readonly Operation[], limits: KeyLimits): RequestHandler {
  const operationOf = findOperation(operations);
  return async (req, res, next) => {
    const token = bearerToken(req);
    if (!token?.startsWith(KEY_PREFIX)) return next();
    const found = await apiKeys.authenticate(token);
    if (!found) {
      await limits.unknown.consume(addressKey(req.ip));
      throw new AppError('unauthorized', { message: INVALID });
    }
    showAllowance(res, await limits.ofKey.consume(found.key.id));
    const operation = operationOf(req, res);
    if (!operation) throw new AppError('not-found', { message: UNKNOWN });
    if (operation.auth === 'anyone' && operation.scope === undefined) return next();
    checkScope(found.key.scopes, operation.scope);
    res.locals.signedIn = found.who;
    next();
  };
}

function checkScope(scopes: readonly ApiKeyScope[], needed: ApiKeyScope | undefined): void {
  if (needed !== undefined && scopes.includes(needed)) return;
  const message =
    needed === undefined ? 'API keys can’t be used for this.' : `This API key doesn’t have the scope “${needed}”.`;
  throw new AppError('forbidden', { message });
}

/**
 * Finds the operation of a request as Express routes it: in the order of the paths, with plain segments before
 * parameters.
 */
function findOperation(operations: readonly Operation[]): (req: Request, res: Response) => Operation | undefined {
  const router = Router();
  const byPath = operations.toSorted((a, b) => (orderOf(a) < orderOf(b) ? -1 : 1));
  for (const operation of byPath) {
    router[operation.method](operation.path.replaceAll(/\{(\w+)\}/g, ':$1'), (_req, res, next) => {
      res.locals.operation = operation;
      next('router');
    });
  }
  return (req, res) => {
    router(req, res, () => {});
    return res.locals.operation as Operation | undefined;
  };
}

/** Sorts parameters behind all words. */
function orderOf({ path }: Operation): string {
  return path.replaceAll(/\{\w+\}/g, '~');
}
