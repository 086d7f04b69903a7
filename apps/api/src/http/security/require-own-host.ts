import type { RequestHandler } from 'express';
import { AppError, isAddressedHere } from '@parley/core';

export interface OwnHost {
  /** Host names besides the loopback ones that local proxies pass on. */
  hostnames: string[];
  /** Origins whose pages may use the API. */
  origins: string[];
  /** A path that pages of any origin may post to. */
  openPath: string;
}

/** Rejects requests with foreign host names or origins on a server that listens on loopback only. */
export function requireOwnHost({ hostnames, origins, openPath }: OwnHost): RequestHandler {
  return ({ headers: { host, origin }, path }, _res, next) => {
    if (!isAddressedHere({ host, origin: path === openPath ? undefined : origin }, hostnames, origins)) {
      throw new AppError('forbidden', {
        message:
          'This server only accepts requests from this machine. Open it as localhost, or set PUBLIC_URL to its address.',
      });
    }
    next();
  };
}
