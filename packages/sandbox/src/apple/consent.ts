import type { Exchange } from '../server/exchange.ts';
import type { AuthorizeRequest } from './authorize-request.ts';
import type { Grants } from './grants.ts';
import { identityClaims } from './identity-token.ts';
import { formPostPage, refusalPage, webMessagePage } from './pages.ts';
import type { People } from './people.ts';
import type { SigningKeys } from '../server/signing-keys.ts';

interface Service {
  keys: SigningKeys;
  people: People;
  grants: Grants;
  issuer: string;
  /** Epoch milliseconds. */
  now: number;
}

/** Returns the person to the client with their answer from the consent page. */
export async function answerConsent(
  exchange: Exchange,
  asked: AuthorizeRequest,
  form: URLSearchParams,
  service: Service,
): Promise<void> {
  const state: Record<string, string> = asked.state === null ? {} : { state: asked.state };
  if (form.get('answer') !== 'allow') {
    const error = { error: 'user_cancelled_authorize', ...state };
    return sendBack(exchange, asked, error, error);
  }
  const account = form.get('account') ?? '';
  if (!/^[^\s@]+@[^\s@]+$/.test(account.trim())) {
    return exchange.html(400, refusalPage('This is no address of an Apple Account.'));
  }
  const { authorization, user } = await allow(asked, form, account, service);
  const fields = { ...state, ...authorization, ...(user ? { user: JSON.stringify(user) } : {}) };
  sendBack(exchange, asked, fields, { authorization: { ...authorization, ...state }, ...(user ? { user } : {}) });
}

async function allow(asked: AuthorizeRequest, form: URLSearchParams, account: string, service: Service) {
  const { keys, people, grants, issuer, now } = service;
  const { clientId, redirectUri, nonce, responseType, responseMode, scope } = asked;
  const { person, isFirst } = people.consent(account, form.has('hide_email'));
  const authorization: Record<string, string> = {};
  if (responseType.includes('code')) {
    authorization.code = grants.newCode({ subject: person.subject, redirectUri, nonce }, now);
  }
  // A popup always gets both, because the script requests both.
  if (responseType.includes('id_token') || responseMode === 'web_message') {
    authorization.id_token = await keys.sign(
      identityClaims({ issuer, clientId, person, nonce, now, flagsAre: 'text', with: authorization }),
    );
  }
  const name = { firstName: form.get('first_name') ?? '', lastName: form.get('last_name') ?? '' };
  const user = {
    ...(scope.includes('name') ? { name } : {}),
    ...(scope.includes('email') ? { email: person.email } : {}),
  };
  return { authorization, user: isFirst && Object.keys(user).length > 0 ? user : null };
}

function sendBack(
  exchange: Exchange,
  { redirectUri, responseMode }: AuthorizeRequest,
  fields: Record<string, string>,
  message: unknown,
): void {
  switch (responseMode) {
    case 'form_post':
      return exchange.html(200, formPostPage(redirectUri, fields));
    case 'web_message':
      return exchange.html(200, webMessagePage(redirectUri, message));
    default: {
      const target = new URL(redirectUri);
      const answer = new URLSearchParams(fields).toString();
      if (responseMode === 'fragment') target.hash = answer;
      else target.search = answer;
      return exchange.send(302, 'text/plain', '', { location: target.href });
    }
  }
}
