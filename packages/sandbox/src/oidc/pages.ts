import { escapeHtml, hidden, page } from '../server/page.ts';
import { OIDC_FAULTS } from './faults.ts';
import { OIDC_PEOPLE, type OidcPerson } from './people.ts';

/** The login page. `query` is the client's request and is passed through unchanged. */
export function loginPage(query: URLSearchParams, productName: string): string {
  const kept = [...query].map(([name, value]) => hidden(name, value)).join('');
  const people = OIDC_PEOPLE.map(
    (person) =>
      `<p><button name="person" value="${escapeHtml(person.subject)}" formnovalidate>${escapeHtml(person.name)}</button> <small>${describe(person)}</small></p>`,
  );
  const faults = Object.entries(OIDC_FAULTS).map(
    ([id, about]) => `<option value="${id}">${escapeHtml(about)}</option>`,
  );
  return page(
    'Sign in with the sandbox',
    `<p>Choose who signs in to <b>${escapeHtml(productName)}</b>. This page stands in for an OpenID Connect provider, on this machine only.</p>
<form method="post">${kept}
${people.join('')}
<label>Email <input name="email" type="email" required autocomplete="off"></label>
<label>Name <input name="name" value="Somebody New" autocomplete="off"></label>
<label class="row"><input name="verified" type="checkbox" value="1" checked> The provider has verified this address</label>
<label class="row"><input name="userinfo" type="checkbox" value="1"> Only the userinfo endpoint has the address</label>
<label class="row"><input name="thin" type="checkbox" value="1"> Only the userinfo endpoint says if it is verified</label>
<p><button name="person" value="" class="primary">Sign in</button> <button name="person" value="cancel" formnovalidate>Cancel</button></p>
<label>What goes wrong <select name="fault">${faults.join('')}</select></label>
</form>`,
  );
}

export function refusalPage(refusal: string): string {
  return page('Your request could not be completed', `<p>${escapeHtml(refusal)}</p>`);
}

/** The page of the stand-in itself. */
export function aboutPage(issuer: string): string {
  return page(
    'OpenID Connect provider',
    `<p>The issuer is <b>${escapeHtml(issuer)}</b>. Set <b>OIDC_PROVIDERS=sandbox</b> to sign in with it.</p>
<form method="post" action="/oidc/__rotate"><button>Rotate the signing key</button></form>`,
  );
}

function describe({ email, isEmailVerified }: OidcPerson): string {
  if (email === null) return 'without an address';
  return `${escapeHtml(email)}, ${isEmailVerified ? 'verified' : 'not verified'}`;
}
