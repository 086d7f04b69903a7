import { createHash, randomUUID } from 'node:crypto';
import type { TestServer } from '../../testing/test-server.ts';

/** The user's choices on Apple's page. */
export interface Consent {
  account?: string;
  name?: [string, string];
  hidesEmail?: boolean;
  answer?: 'allow' | 'cancel';
}

/** The form fields in one of the stand-in's pages. */
function fieldsOf(html: string): Record<string, string> {
  const inputs = html.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)"/g);
  const text = (value = '') => value.replace(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code)));
  return Object.fromEntries([...inputs].map(([, name, value]) => [text(name), text(value)]));
}

export const hexHash = (text: string): string => createHash('sha256').update(text).digest('hex');

/** Simulates users with Apple Accounts and their browsers against a test server. */
export function applePeople(server: TestServer) {
  const { urls, apple } = server.sandbox;

  /** Opens Apple's page at a URL, answers it, and returns the form to post to the server. */
  async function answer(url: string, consent: Consent = {}): Promise<Record<string, string>> {
    const page = await (await fetch(url)).text();
    const [first_name, last_name] = consent.name ?? ['Ada', 'Lovelace'];
    const body = new URLSearchParams({
      ...fieldsOf(page),
      account: consent.account ?? `${randomUUID()}@example.com`,
      first_name,
      last_name,
      answer: consent.answer ?? 'allow',
      ...(consent.hidesEmail ? { hide_email: '1' } : {}),
    });
    return fieldsOf(await (await fetch(url, { method: 'POST', body })).text());
  }

  /** The credentials that Apple's script returns to a page. */
  async function popup(consent: Consent = {}, nonce?: string) {
    const asked = new URLSearchParams({
      client_id: apple.credentials.clientId,
      redirect_uri: 'https://parley.example.com/auth/apple/callback',
      response_type: 'code id_token',
      response_mode: 'form_post',
      scope: 'name email',
      state: 'origin:web',
      ...(nonce === undefined ? {} : { nonce: hexHash(nonce) }),
    });
    const { id_token: idToken = '', code = '', user } = await answer(`${urls.apple}/auth/authorize?${asked}`, consent);
    const name = user === undefined ? undefined : (JSON.parse(user) as { name: object }).name;
    return { idToken, code, name };
  }

  const signIn = (body: unknown) => server.call('POST', '/api/auth/apple', undefined, body);

  /** Starts a redirect in a browser: Apple's URL and the cookie that the browser keeps. */
  async function start(cookie?: string) {
    const headers: Record<string, string> = cookie === undefined ? {} : { Cookie: cookie };
    const response = await fetch(`${server.url}/api/auth/apple/start`, { method: 'POST', headers });
    const { url } = (await response.json()) as { url: string };
    const setCookie = response.headers.get('set-cookie') ?? '';
    return {
      url,
      state: new URL(url).searchParams.get('state') ?? '',
      setCookie,
      cookie: setCookie.split(';')[0] ?? '',
    };
  }

  /** Posts Apple's form as a browser would; returns where it redirects. */
  async function post(fields: Record<string, string> | string) {
    const response = await fetch(`${server.url}/auth/apple/callback`, {
      method: 'POST',
      redirect: 'manual',
      headers: { 'Content-Type': 'application/x-www-form-urlencoded', Origin: new URL(urls.apple).origin },
      body: typeof fields === 'string' ? fields : new URLSearchParams(fields).toString(),
    });
    const location = response.headers.get('location') ?? '';
    const [path, query] = location.split('?');
    return {
      status: response.status,
      headers: response.headers,
      path,
      query: Object.fromEntries(new URLSearchParams(query)),
    };
  }

  async function exchange(body: unknown, cookie?: string) {
    const response = await fetch(`${server.url}/api/auth/apple/exchange`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...(cookie === undefined ? {} : { Cookie: cookie }) },
      body: JSON.stringify(body),
    });
    return { status: response.status, body: (await response.json()) as Record<string, unknown> };
  }

  return { answer, popup, signIn, start, post, exchange };
}
