import { createContext, Script } from 'node:vm';
import { importPKCS8, SignJWT } from 'jose';
import type { Sandbox } from '../start.ts';

/** A client secret as Apple requires it; `changes` make it invalid. */
export async function clientSecret(
  { apple, urls }: Sandbox,
  changes: Partial<Record<'iss' | 'sub' | 'aud' | 'kid' | 'privateKey' | 'exp', string>> = {},
): Promise<string> {
  const { clientId, teamId, keyId, privateKey } = apple.credentials;
  return new SignJWT()
    .setProtectedHeader({ alg: 'ES256', kid: changes.kid ?? keyId })
    .setIssuer(changes.iss ?? teamId)
    .setSubject(changes.sub ?? clientId)
    .setAudience(changes.aud ?? urls.apple)
    .setIssuedAt()
    .setExpirationTime(changes.exp ?? '5 min')
    .sign(await importPKCS8(changes.privateKey ?? privateKey, 'ES256'));
}

export function postForm(url: string, fields: Record<string, string>): Promise<Response> {
  return fetch(url, { method: 'POST', body: new URLSearchParams(fields), redirect: 'manual' });
}

/** The fields of the form in a page. */
export function fieldsOf(html: string): Record<string, string> {
  const inputs = html.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)">/g);
  const text = (value = '') => value.replace(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code)));
  return Object.fromEntries([...inputs].map(([, name, value]) => [text(name), text(value)]));
}

/** A person's action on the consent page. */
export type Answer = Record<string, string> | 'close' | 'block';

/** A page that has loaded the script. `answer` decides what the person does in each popup. */
export async function pageWithScript({ urls }: Sandbox, answer: () => Answer) {
  const source = await (await fetch(`${urls.apple}/appleid.auth.js`)).text();
  const events: { type: string; detail: unknown }[] = [];
  const window = new EventTarget() as EventTarget & { open(url: string): object | null; location: object };
  const visited: string[] = [];
  window.location = { assign: (url: string) => visited.push(url) };
  window.open = (url) => {
    const given = answer();
    if (given === 'block') return null;
    const popup = { closed: given === 'close' };
    if (given !== 'close') void consent(url, given).then((data) => receive(popup, data));
    return popup;
  };
  const receive = (popup: object, data: { message: string; target: string }) => {
    const { origin } = new URL(urls.apple);
    window.dispatchEvent(Object.assign(new Event('message'), { data: data.message, origin, source: popup }));
  };
  const context = createContext({
    window,
    URL,
    CustomEvent,
    setTimeout,
    setInterval,
    clearInterval,
    document: {
      currentScript: { src: `${urls.apple}/appleid.auth.js` },
      getElementById: () => null,
      dispatchEvent: (event: CustomEvent) => events.push({ type: event.type, detail: event.detail }),
    },
  });
  new Script(source).runInContext(context);
  interface Sdk {
    init(config: Record<string, unknown>): void;
    signIn(config?: Record<string, unknown>): Promise<SignInAnswer | undefined>;
  }
  const { auth } = (window as unknown as { AppleID: { auth: Sdk } }).AppleID;
  return { auth, events, visited };
}

interface SignInAnswer {
  authorization: { code: string; id_token: string; state?: string };
  user?: { email?: string; name?: { firstName: string; lastName: string } };
}

/** Opens the authorize page, answers it, and reads the message that it posts to its opener. */
async function consent(url: string, answer: Record<string, string>): Promise<{ message: string; target: string }> {
  const page = await (await fetch(url)).text();
  const html = await (await postForm(url, { ...fieldsOf(page), ...answer })).text();
  const [, message, target] = /postMessage\((".*"), (".*")\)/.exec(html) ?? [];
  return { message: JSON.parse(message ?? '""') as string, target: JSON.parse(target ?? '""') as string };
}
