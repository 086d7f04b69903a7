import type { Router } from 'express';
import { AppError, t } from '@parley/core';
import { ProviderExchangeRequest } from '@parley/core/api';
import { parseBody } from '../../http/requests/parse-body.ts';
import type { ConfirmOwner } from '../confirm-owner.ts';
import type { BrowserCookie } from '../providers/browser-cookie.ts';
import type { ProviderSignIn } from '../providers/provider-sign-in.ts';
import { redirectRoutes } from '../providers/redirect-routes.ts';
import type { SignInRequests } from '../providers/sign-in-requests.ts';

interface OidcRouteDependencies {
  signIns: ProviderSignIn[];
  requests: SignInRequests;
  confirm: ConfirmOwner;
  cookie: BrowserCookie;
}

/** /api/auth/oidc: every path begins with the id of a provider. */
export function oidcRoutes({ signIns, requests, confirm, cookie }: OidcRouteDependencies): Router {
  const byId = new Map(signIns.map((signIn) => [signIn.provider.id, signIn]));
  return redirectRoutes({
    path: '/:provider',
    find({ params }) {
      const signIn = byId.get(String(params.provider));
      if (!signIn) throw new AppError('not-found', { message: t`This server has no such sign-in provider.` });
      return signIn;
    },
    readAnswer: (body) => parseBody(ProviderExchangeRequest, body),
    cookie,
    requests,
    confirm,
  });
}
