/** The URL scheme that the desktop app registers with the system. The same for every operator. */
export const DEEP_LINK_SCHEME = 'parley';

/** What the desktop app sends to the browser. Neither value is of use without the verifier, which the app keeps. */
export interface DesktopSignInRequest {
  /** The SHA-256 of the app's verifier, base64url, as in PKCE (RFC 7636, S256). */
  challenge: string;
  /** Identifies the app's own sign-in when the deep link arrives. */
  state: string;
}

/** What a deep link carries to the app. */
export interface DeepLink {
  code: string;
  state: string;
}

/** Challenges, verifiers and states: 32 bytes as base64url. */
export const DESKTOP_SECRET = /^[A-Za-z0-9_-]{43}$/;
/** 32 random bytes, and the session that asked. */
export const DESKTOP_CODE = /^[A-Za-z0-9_-]{43}\.[0-9a-f-]{36}$/;

const LONGEST_LINK = 500;
const LINK_HEAD = `${DEEP_LINK_SCHEME}://auth`;
const LINK_TAIL = /^\/?\?([A-Za-z0-9_.=&-]*)$/;

export function deepLink({ code, state }: DeepLink): string {
  return `${LINK_HEAD}?code=${code}&state=${state}`;
}

/** Parses a link that opened the app. Any program can open one: returns null unless it is exactly such a link. */
export function parseDeepLink(url: string): DeepLink | null {
  if (url.length > LONGEST_LINK || !url.startsWith(LINK_HEAD)) return null;
  const query = LINK_TAIL.exec(url.slice(LINK_HEAD.length))?.[1];
  if (query === undefined) return null;
  const fields = readFields(query);
  if (fields?.size !== 2) return null;
  const code = fields.get('code');
  const state = fields.get('state');
  if (code === undefined || state === undefined) return null;
  return DESKTOP_CODE.test(code) && DESKTOP_SECRET.test(state) ? { code, state } : null;
}

/** The query of the sign-in page, as the desktop app makes it. */
export function desktopSignInQuery({ challenge, state }: DesktopSignInRequest): string {
  return `?challenge=${challenge}&state=${state}`;
}

/** Parses the query of the sign-in page; null unless it is exactly such a query. */
export function parseDesktopSignIn(query: string): DesktopSignInRequest | null {
  const fields = query.startsWith('?') && query.length <= LONGEST_LINK ? readFields(query.slice(1)) : null;
  const challenge = fields?.get('challenge') ?? '';
  const state = fields?.get('state') ?? '';
  return DESKTOP_SECRET.test(challenge) && DESKTOP_SECRET.test(state) ? { challenge, state } : null;
}

/** Null if a field is repeated or unknown. No valid value contains an escape. */
function readFields(query: string): Map<string, string> | null {
  const fields = new Map<string, string>();
  for (const field of query.split('&')) {
    const [name = '', value, ...more] = field.split('=');
    if (value === undefined || more.length > 0 || fields.has(name)) return null;
    fields.set(name, value);
  }
  return fields;
}
