import { isLoopback } from '@parley/core';
import type { Config } from '../settings/config.ts';
import { addressChecks } from './checks/address-checks.ts';
import { clockCheck } from './checks/clock-check.ts';
import { costCheck } from './checks/cost-check.ts';
import { diskCheck } from './checks/disk-check.ts';
import { mailCheck } from './checks/mail-check.ts';
import { mediaChecks } from './checks/media-checks.ts';
import { listedModelChecks, modelChecks } from './checks/model-checks.ts';
import { moderationCheck } from './checks/moderation-check.ts';
import { searchCheck } from './checks/search-check.ts';
import { signInChecks } from './checks/sign-in-checks.ts';
import { storeChecks } from './checks/store-checks.ts';
import { stripeCheck } from './checks/stripe-check.ts';
import type { Check } from './check.ts';
import { createStreamTokens } from './stream/stream-token.ts';

const OPENAI_URL = 'https://api.openai.com/v1';
const STRIPE_URL = 'https://api.stripe.com';
const EVERYWHERE = ['0.0.0.0', '::', ''];

/**
 * Every check of valid settings, in the order of the report. `secret` is the server's, or null if it is unknown here.
 */
export function checksOf(config: Config, secret: string | null): Check[] {
  const ownUrl = ownUrlOf(config);
  const publicUrl = config.publicUrl ?? ownUrl;
  const tokens = secret === null ? null : createStreamTokens(secret);
  return [
    ...storeChecks(config.databaseUrl, config.redisUrl),
    diskCheck(config.dataDir),
    clockCheck(otherServiceOf(config)),
    ...(config.models?.length ? listedModelChecks(config.models) : modelChecks(config.model, config.isProduction)),
    ...mediaChecks(config, config.serviceNames),
    ...moderationCheck(config.moderation, config.serviceNames.OPENAI_MODERATION),
    costCheck(config),
    searchCheck(config.search),
    mailCheck(config.mail, config),
    stripeCheck(config.billing, [config.apiUrl ?? publicUrl, publicUrl]),
    ...signInChecks(config.apple, config.oidc === 'sandbox' ? [] : config.oidc),
    ...addressChecks({
      publicUrl,
      ownUrl,
      isProduction: config.isProduction,
      streamToken: tokens && (() => tokens.create()),
    }),
  ];
}

/** Where the server can be reached from its own machine. */
function ownUrlOf({ host, port }: Pick<Config, 'host' | 'port'>): string {
  const name = EVERYWHERE.includes(host) || isLoopback(host) ? 'localhost' : host;
  // An IPv6 address with a zone has no URL.
  return (URL.parse(`http://${name.includes(':') ? `[${name}]` : name}:${port}`) ?? new URL(`http://localhost:${port}`))
    .origin;
}

/** The address of a service outside this machine that the server talks to, or null. */
function otherServiceOf({ model, billing, apple, oidc, search }: Config): string | null {
  const urls = [
    model && (model.baseUrl ?? OPENAI_URL),
    billing && (billing.apiBase ?? STRIPE_URL),
    apple && apple.issuer,
    ...(oidc === 'sandbox' ? [] : oidc.map(({ issuer }) => issuer)),
    search?.provider === 'searxng' ? search.access : null,
  ];
  return urls.find((url) => url !== null && !isLoopback(new URL(url).hostname)) ?? null;
}
