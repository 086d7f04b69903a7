import { escapeHtml, hidden, page } from '../server/page.ts';
import type { Person } from './people.ts';

/** The consent page. `query` is the client's request and is passed through unchanged. */
export function consentPage(query: URLSearchParams, productName: string): string {
  const kept = [...query].map(([name, value]) => hidden(name, value)).join('');
  return page(
    'Sign in with Apple',
    `<p>Use your Apple Account to sign in to <b>${escapeHtml(productName)}</b>. This page stands in for Apple’s, on this machine only.</p>
<form method="post">${kept}
<label>First name <input name="first_name" value="Ada" autocomplete="off"></label>
<label>Last name <input name="last_name" value="Lovelace" autocomplete="off"></label>
<label>Apple Account <input name="account" type="email" required value="ada@example.com" autocomplete="off"></label>
<label class="row"><input name="hide_email" type="checkbox" value="1"> Hide my email</label>
<p><button name="answer" value="allow">Allow</button> <button name="answer" value="cancel" formnovalidate>Cancel</button></p>
</form>`,
  );
}

/** A page that posts a form to the client as soon as it loads. */
export function formPostPage(redirectUri: string, fields: Record<string, string>): string {
  const inputs = Object.entries(fields).map(([name, value]) => hidden(name, value));
  return page(
    'Sign in with Apple',
    `<form method="post" action="${escapeHtml(redirectUri)}">${inputs.join('')}<noscript><button>Continue</button></noscript></form>
<script>document.forms[0].submit()</script>`,
  );
}

/** A page that posts `data` to its opener, only if the opener has the client's origin. */
export function webMessagePage(redirectUri: string, data: unknown): string {
  const message = scriptText(JSON.stringify({ method: 'oauthDone', data }));
  const origin = scriptText(new URL(redirectUri).origin);
  return page('Sign in with Apple', `<script>opener?.postMessage(${message}, ${origin}); close()</script>`);
}

/** Lists the people who signed in, with the notifications that can be sent about each. */
export function peoplePage(people: Person[]): string {
  const rows = people.map(
    ({
      subject,
      email,
      isPrivateEmail,
      forwardsMail,
    }) => `<tr><td>${escapeHtml(email)}<td><form method="post" action="/apple/__notify">
${hidden('sub', subject)}<button name="type" value="consent-revoked">Revoke consent</button>
<button name="type" value="account-delete">Delete account</button>
${isPrivateEmail ? `<button name="type" value="email-${forwardsMail ? 'disabled">Stop' : 'enabled">Resume'} forwarding</button>` : ''}</form>`,
  );
  return page(
    'Apple Accounts',
    `<p>Everyone who signed in with Apple since this sandbox started. Each button sends the product the notification that Apple would send.</p>
<table>${rows.join('') || '<tr><td>No one yet.'}</table>
<form method="post" action="/apple/__rotate"><button>Rotate the signing key</button></form>`,
  );
}

export function refusalPage(refusal: string): string {
  return page('Your request could not be completed', `<p>${escapeHtml(refusal)}</p>`);
}

/** Quotes a string for an inline script. */
function scriptText(text: string): string {
  return JSON.stringify(text).replace(/</g, '\\u003c');
}
