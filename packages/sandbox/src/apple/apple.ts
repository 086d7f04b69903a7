import type { Exchange } from '../server/exchange.ts';
import type { StandIn } from '../stand-in.ts';
import { readAuthorizeRequest } from './authorize-request.ts';
import { answerConsent } from './consent.ts';
import { Grants } from './grants.ts';
import { isNotificationType, notificationClaims, notify } from './notifications.ts';
import { consentPage, peoplePage, refusalPage } from './pages.ts';
import { People } from './people.ts';
import { sdkScript } from './sdk-script.ts';
import { createSigningKeys } from '../server/signing-keys.ts';
import { Team, type TeamCredentials } from './team.ts';
import { createTokenEndpoint } from './token-endpoint.ts';

interface AppleOptions {
  productName: string;
  /** The sandbox's own origin, once it listens. */
  origin: () => string;
  /** The product's origin, which receives notifications about people. */
  publicUrl: string;
  /** Whether redirecting a person to this address is allowed. */
  isProductUrl: (url: URL) => boolean;
  now: () => number;
}

/** Path of the notification endpoint at the product's origin, as registered with Apple. */
const NOTIFICATIONS_PATH = '/api/auth/apple/notifications';

const BASE = '/apple';

export interface AppleStandIn extends StandIn {
  credentials: TeamCredentials;
  /** Replaces the signing key; the old one is no longer published. */
  rotate(): void;
}

/** Stands in for Sign in with Apple: real keys, codes, pages, script and notifications. */
export function createApple({ productName, origin, publicUrl, isProductUrl, now }: AppleOptions): AppleStandIn {
  const keys = createSigningKeys();
  const team = new Team();
  const people = new People();
  const grants = new Grants();
  const issuer = () => origin() + BASE;
  const tokens = createTokenEndpoint({ team, keys, people, grants, issuer, now });
  const { clientId } = team.credentials;
  const registered = { clientId, isProductUrl };
  /** Origin of the last redirect. It finds the product even on a different port. */
  let productOrigin = publicUrl;

  async function handle(exchange: Exchange): Promise<void> {
    const { method, path, query } = exchange;
    switch (`${method} ${path.slice(BASE.length)}`) {
      case 'GET /':
        return exchange.html(200, peoplePage(people.list()));
      case 'GET /auth/keys':
        return exchange.json(200, await keys.published());
      case 'GET /appleid.auth.js':
        return exchange.send(200, 'text/javascript; charset=utf-8', sdkScript());
      case 'GET /auth/authorize': {
        const asked = readAuthorizeRequest(query, registered);
        if ('refusal' in asked) return exchange.html(400, refusalPage(asked.refusal));
        return exchange.html(200, consentPage(query, productName));
      }
      case 'POST /auth/authorize': {
        const form = await readForm(exchange);
        const asked = readAuthorizeRequest(form, registered);
        if ('refusal' in asked) return exchange.html(400, refusalPage(asked.refusal));
        productOrigin = new URL(asked.redirectUri).origin;
        return answerConsent(exchange, asked, form, { keys, people, grants, issuer: issuer(), now: now() });
      }
      case 'POST /auth/token':
        return tokens.exchange(exchange, await readForm(exchange));
      case 'POST /auth/revoke':
        return tokens.revoke(exchange, await readForm(exchange));
      case 'POST /__rotate':
        exchange.request.resume();
        keys.rotate();
        return exchange.json(200, { success: true });
      case 'POST /__notify': {
        const form = await readForm(exchange);
        const [type, subject] = [form.get('type') ?? '', form.get('sub') ?? ''];
        const person = people.find(subject);
        if (!isNotificationType(type) || !person) return exchange.json(400, { error: 'invalid_request' });
        const claims = notificationClaims({ type, person, issuer: issuer(), clientId, now: now() });
        const status = await notify(productOrigin + NOTIFICATIONS_PATH, await keys.sign(claims));
        if (type === 'email-disabled' || type === 'email-enabled') person.forwardsMail = type === 'email-enabled';
        else {
          grants.revoke(subject);
          people.forget(subject);
        }
        return exchange.json(200, { success: true, type, status });
      }
      default:
        exchange.request.resume();
        return exchange.html(404, refusalPage('Not found'));
    }
  }

  return {
    name: 'Sign in with Apple',
    about: 'Keys, tokens, pages and the script of Sign in with Apple; who signed in is listed here:',
    base: `${BASE}/`,
    prefixes: [`${BASE}/`],
    credentials: team.credentials,
    rotate: () => keys.rotate(),
    handle,
    reset() {
      people.clear();
      grants.clear();
    },
  };
}

async function readForm(exchange: Exchange): Promise<URLSearchParams> {
  return new URLSearchParams((await exchange.body())?.toString('utf8') ?? '');
}
