import type { RequestHandler } from 'express';
import { AppError, isAddressedHere } from '@parley/core';

export interface OwnHost {
  /** Host names beside the loopback ones that proxies on this machine pass on. */
  hostnames: string[];
  /** Origins whose pages may use the API. */
  origins: string[];
  /** Where pages of any origin may post to. */
  openPath: string;
}

/** Refuses requests to names, and from pages, that do not belong to a server which listens on this machine alone. */
export function requireOwnHost({ hostnames, origins, openPath }: OwnHost): RequestHandler {
  return ({ headers: { host, origin }, path }, _res, next) => {
    if (!isAddressedHere({ host, origin: path === openPath ? undefined : origin }, hostnames, origins)) {
      throw new AppError('forbidden', {
        message: 'This server listens on this machine alone. Open it as localhost, or set PUBLIC_URL to its address.',
      });
    }
    next();
  };
}
