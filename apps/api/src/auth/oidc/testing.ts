import type { TestServer } from '../../testing/test-server.ts';

/** A person's choices on the sandbox's login page. */
export interface Login {
  /** A subject of the sandbox's people, or `cancel`; else the address is typed. */
  person?: string;
  email?: string;
  isVerified?: boolean;
  isEmailAtUserinfo?: boolean;
  isVerifiedAtUserinfo?: boolean;
  fault?: string;
}

/** What the provider's redirect brings back. */
export type Returned = Partial<Record<'code' | 'state' | 'iss' | 'error', string>>;

/** Simulates people and their browsers at the sandbox's OpenID Connect provider. */
export function oidcPeople(server: TestServer, provider = 'sandbox') {
  const base = `/api/auth/oidc/${provider}`;

  async function post(path: string, body: unknown, { cookie, token }: { cookie?: string; token?: string } = {}) {
    const response = await fetch(server.url + base + path, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        ...(cookie !== undefined && { Cookie: cookie }),
        ...(token !== undefined && { Authorization: `Bearer ${token}` }),
      },
      body: JSON.stringify(body),
    });
    const setCookie = response.headers.get('set-cookie') ?? '';
    return { status: response.status, body: (await response.json()) as Record<string, unknown>, setCookie };
  }

  /** Starts a redirect in a browser: the provider's URL and the cookie that the browser keeps. */
  async function start(path = '/start', body: unknown = {}, token?: string) {
    const answer = await post(path, body, token === undefined ? {} : { token });
    const url = String(answer.body.url);
    const cookie = answer.setCookie.split(';')[0] ?? '';
    return { ...answer, url, cookie };
  }

  /** Signs in on the provider's page; returns what it sends the browser back with. */
  async function logIn(url: string, login: Login = {}): Promise<Returned> {
    const { person = '', email = '', isVerified = true, fault = 'none' } = login;
    const body = new URLSearchParams({ ...Object.fromEntries(new URL(url).searchParams), person, email, fault });
    body.set('name', 'Ada Lovelace');
    if (isVerified) body.set('verified', '1');
    if (login.isEmailAtUserinfo) body.set('userinfo', '1');
    if (login.isVerifiedAtUserinfo) body.set('thin', '1');
    const response = await fetch(url, { method: 'POST', body, redirect: 'manual' });
    return Object.fromEntries(new URL(response.headers.get('location') ?? '').searchParams);
  }

  /** Goes through the whole redirect, up to the exchange. */
  async function returned(login: Login) {
    const { url, cookie } = await start();
    return { cookie, answer: await logIn(url, login) };
  }

  const exchange = (answer: Returned, cookie?: string) =>
    post('/exchange', answer, cookie === undefined ? {} : { cookie });

  async function signIn(login: Login) {
    const { answer, cookie } = await returned(login);
    return exchange(answer, cookie);
  }

  /** Links the provider to the account of this token. */
  async function link(token: string, login: Login, password: string | undefined = 'tangerine') {
    const begun = await start('/link/start', { password }, token);
    if (begun.status !== 200) return begun;
    return post('/link/exchange', await logIn(begun.url, login), { cookie: begun.cookie, token });
  }

  const unlink = (token: string, proof: object = { password: 'tangerine' }) =>
    server.call('DELETE', `${base}/link`, token, proof);

  return { start, logIn, returned, exchange, signIn, link, unlink, post };
}
