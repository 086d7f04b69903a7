import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Catalog } from '@parley/languages/catalog';
import { TEST_CONTENT } from '../testing/test-content.ts';
import { mailsTo } from '../testing/mailbox.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';
import { replaceCatalog } from './catalogs.ts';

const MESSAGES = new Map([
  ['Please sign in again.', 'Bitte melde dich neu an.'],
  ['Not found.', 'Nicht gefunden.'],
  ['Invalid email or password', 'E-Mail oder Passwort ist falsch'],
  ['Password must be at least {0} characters long', 'Das Passwort braucht mindestens {0} Zeichen'],
  ['You can export your data once a day.', 'Du kannst deine Daten einmal am Tag exportieren.'],
  ['The request isn’t valid JSON.', 'Die Anfrage ist kein gültiges JSON.'],
  ['Confirm your email for {0}', 'Bestätige deine E-Mail-Adresse für {0}'],
  ['Error: {0}', 'Fehler: {0}'],
  ['Unknown device', 'Unbekanntes Gerät'],
  ['{0} on {1}', '{0} unter {1}'],
  ['The AI service failed while replying. Please try again.', 'Der KI-Dienst ist gescheitert.'],
]);
const HOURS = ['Versuche es in {0} Stunde erneut.', 'Versuche es in {0} Stunden erneut.'];
/** Translators may change theirs. */
const GERMAN: Catalog = {
  categories: ['one', 'other'],
  ids: [...MESSAGES.keys()],
  message: (id) => MESSAGES.get(id),
  plural: (id) => (id === 'Try again in {0} hours.' ? HOURS : undefined),
};

const CONTENT = { ...TEST_CONTENT, terms: { ...TEST_CONTENT.terms, title: 'Nutzungsbedingungen' } };

let server: TestServer;
beforeAll(async () => {
  replaceCatalog('de', GERMAN);
  server = await startTestServer({ languages: { offered: ['en', 'de', 'ar'], content: { de: CONTENT } } });
});
afterAll(async () => {
  await server.close();
  replaceCatalog('de', null);
});

async function call(language: string, method: string, path: string, body?: unknown, token?: string) {
  const response = await fetch(`${server.url}${path}`, {
    method,
    headers: {
      'Accept-Language': language,
      'Content-Type': 'application/json',
      ...(token !== undefined && { Authorization: `Bearer ${token}` }),
    },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  return {
    status: response.status,
    headers: response.headers,
    body: (await response.json()) as Record<string, unknown>,
  };
}

async function signUp(
  language: string,
  email = `${randomUUID()}@example.com`,
): Promise<{ email: string; token: string }> {
  const { body } = await call(language, 'POST', '/api/auth/register', { email, password: 'correct tangerine' });
  return { email, token: String(body.token) };
}

describe('errors', () => {
  it.each([
    ['GET', '/api/nowhere', undefined, 'Nicht gefunden.'],
    ['GET', '/api/account', undefined, 'Bitte melde dich neu an.'],
    ['POST', '/api/auth/login', { email: 'a@b.example', password: 'wrong' }, 'E-Mail oder Passwort ist falsch'],
    [
      'POST',
      '/api/auth/register',
      { email: 'a@b.example', password: 'abc' },
      'Das Passwort braucht mindestens 6 Zeichen',
    ],
    ['POST', '/api/auth/register', '{"email"', 'Die Anfrage ist kein gültiges JSON.'],
  ])('the error of %s %s is in the language of the call', async (method, path, body, sentence) => {
    const german = await call('de', method, path, body);
    expect(german.body).toMatchObject({ success: false, message: sentence, error: sentence });
    const english = await call('en', method, path, body);
    expect([english.status, english.body.code]).toEqual([german.status, german.body.code]);
    expect(english.body.message).not.toBe(sentence);
  });

  it('an error about a field says in the language of the call what the field must be', async () => {
    const register = async (body: unknown) => (await call('ar', 'POST', '/api/auth/register', body)).body.message;
    expect(await register({ email: 7 })).toBe('الحقل «email» يجب أن يكون نصًا.');
    expect(await register({})).toBe('الحقل «email» مفقود.');
    const { token } = await signUp('en');
    const page = await call('ar', 'GET', '/api/chat/history?before=none', undefined, token);
    expect([page.status, page.body.message]).toEqual([400, 'صفحة المحادثات هذه غير موجودة.']);
  });

  it('an error with two sentences has both translated', async () => {
    const { token } = await signUp('de');
    const download = () =>
      fetch(`${server.url}/api/account/export`, {
        headers: { Authorization: `Bearer ${token}`, 'Accept-Language': 'de' },
      });
    await (await download()).arrayBuffer();
    expect(await (await download()).json()).toMatchObject({
      message: 'Du kannst deine Daten einmal am Tag exportieren. Versuche es in 24 Stunden erneut.',
    });
  });

  it('an error without a translation, or in a language without a catalog, is English', async () => {
    expect((await call('de', 'POST', '/api/auth/register', { email: 7 })).body.message).toBe(
      'The field "email" must be text.',
    );
    for (const language of ['fr', 'x'.repeat(8000), '<b>de</b>', '*']) {
      expect((await call(language, 'GET', '/api/nowhere')).body.message).toBe('Not found.');
    }
  });

  it('an error does not change the language of calls that run at the same time', async () => {
    const languages = Array.from({ length: 40 }, (_, index) => (index % 2 === 0 ? 'de' : 'en'));
    const answers = await Promise.all(
      languages.map((language) =>
        call(language, 'POST', '/api/auth/login', { email: `${randomUUID()}@b.example`, password: 'no' }),
      ),
    );
    const sentences: Record<string, string> = {
      de: 'E-Mail oder Passwort ist falsch',
      en: 'Invalid email or password',
    };
    expect(answers.map(({ body }) => body.message)).toEqual(languages.map((language) => sentences[language]));
  });
});

describe('failed replies', () => {
  it('a failed reply is stored in English, and read in the language of each reader', async () => {
    const { token } = await signUp('de');
    const conversationId = randomUUID();
    const response = await fetch(`${server.url}/api/chat/stream`, {
      method: 'POST',
      headers: { 'Accept-Language': 'de', 'Content-Type': 'application/json', Authorization: `Bearer ${token}` },
      body: JSON.stringify({ conversationId, text: '[[mid500]]' }),
    });
    const wire = await response.text();
    const failed = 'Der KI-Dienst ist gescheitert.';
    expect(wire).toContain(`"error":"${failed}"`);
    const read = async (language: string) => {
      const { body } = await call(language, 'GET', `/api/chat/${conversationId}`, undefined, token);
      return JSON.stringify(body);
    };
    const history = await call('de', 'GET', '/api/chat/history', undefined, token);
    for (const german of [await read('de'), JSON.stringify(history.body)]) expect(german).toContain(failed);
    expect(await read('en')).toContain('The AI service failed while replying. Please try again.');
  });
});

describe('accounts', () => {
  it('an account has the language in which it was opened, and its mails are in that language', async () => {
    const { email, token } = await signUp('de');
    const { body } = await call('en', 'GET', '/api/auth/me', undefined, token);
    expect(body.user).toMatchObject({ language: 'de' });
    await call('en', 'POST', '/api/auth/verify/resend', undefined, token);
    await expect.poll(() => mailsTo(server, email)).toHaveLength(2);
    for (const mail of await mailsTo(server, email))
      expect(mail.subject).toBe('Bestätige deine E-Mail-Adresse für Parley');
  });

  it('an account has its devices in the language of each call, by the names of their programs and systems', async () => {
    const { email, token } = await signUp('de');
    const agents = ['curl/8', 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0'];
    for (const agent of agents) {
      await fetch(`${server.url}/api/auth/login`, {
        method: 'POST',
        headers: { 'User-Agent': agent, 'Accept-Language': 'de', 'Content-Type': 'application/json' },
        body: JSON.stringify({ email, password: 'correct tangerine' }),
      });
    }
    const devicesIn = async (language: string) => {
      const { body } = await call(language, 'GET', '/api/account/sessions', undefined, token);
      return (body.sessions as { device: string }[]).map(({ device }) => device);
    };
    const [german, english] = [await devicesIn('de'), await devicesIn('en')];
    expect(german).toEqual(expect.arrayContaining(['Unbekanntes Gerät', 'Firefox unter Linux']));
    expect(english).toEqual(expect.arrayContaining(['Unknown device', 'Firefox on Linux']));
  });

  it('an account is in English if it was opened in English', async () => {
    const { token } = await signUp('fr');
    expect((await call('de', 'GET', '/api/auth/me', undefined, token)).body.user).toMatchObject({ language: 'en' });
  });
});

describe('the server', () => {
  it('the server names its languages, and has its pages in them', async () => {
    const { body } = await call('de', 'GET', '/api/settings');
    expect(body.settings).toMatchObject({ languages: ['en', 'de', 'ar'] });
    const german = await call('de', 'GET', '/api/content/terms');
    expect([german.body.title, german.headers.get('vary')]).toEqual([
      'Nutzungsbedingungen',
      expect.stringContaining('Accept-Language'),
    ]);
    expect((await call('ar', 'GET', '/api/content/terms')).body.title).toBe(TEST_CONTENT.terms.title);
  });
});
