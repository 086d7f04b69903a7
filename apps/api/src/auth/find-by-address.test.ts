import { randomUUID } from 'node:crypto';
import { MAILED_PAGES } from '@parley/core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mailTo, tokenIn } from '../testing/mailbox.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';
import { asciiAddress, findByAddress } from './find-by-address.ts';
import { oidcPeople } from './oidc/testing.ts';

const UNICODE = 'münchen.de';
const ASCII = 'xn--mnchen-3ya.de';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ oidc: {}, adminEmails: [`boss@${UNICODE}`], adminSupportEmails: [`sue@${ASCII}`] });
});
afterAll(() => server.close());

const post = (path: string, body: unknown, token?: string) => server.call('POST', path, token, body);
const login = (email: string, password = 'tangerine') => post('/api/auth/login', { email, password });
/** The sandbox's mailbox shows all domains so. */
const inUnicode = (email: string) => email.replace(ASCII, UNICODE);
const mailbox = (domain: string, name = `n${randomUUID()}`) => `${name}@${domain}`;

/** Chrome sends the domain of an email field in ASCII, other browsers as it was typed. */
describe.each([
  [UNICODE, ASCII],
  [ASCII, UNICODE],
])('an account whose address is stored with the domain %s, typed with %s', (stored, typed) => {
  async function signUp() {
    const email = mailbox(stored);
    const other = email.replace(stored, typed);
    return { email, other, token: await server.signUp(email) };
  }

  it('signs in', async () => {
    const { email, other } = await signUp();
    expect(await login(other)).toMatchObject({ status: 200, body: { user: { email } } });
  });

  it('is not registered again, and its owner is notified', async () => {
    const { other } = await signUp();
    const again = await post('/api/auth/register', { email: other, password: 'clementine' });
    expect(again).toMatchObject({ status: 409, body: { code: 'email-taken' } });
    await mailTo(server, inUnicode(other), 'already have');
  });

  it('gets a link for a new password, which works', async () => {
    const { email, other } = await signUp();
    await post('/api/auth/forgot', { email: other });
    const token = tokenIn(await mailTo(server, inUnicode(email), 'Reset your'), MAILED_PAGES.reset);
    expect(await post('/api/auth/reset', { token, password: 'clementine' })).toMatchObject({ status: 200 });
    expect(await login(other, 'clementine')).toMatchObject({ status: 200 });
  });

  it('takes wrong guesses of its password with both spellings together', async () => {
    const { email, other } = await signUp();
    for (const each of [email, other, email, other, email]) {
      expect(await login(each, 'wrong-one')).toMatchObject({ status: 401 });
    }
    expect(await login(other, 'wrong-one')).toMatchObject({ status: 429 });
  });

  it('is not given away to another account that changes its address', async () => {
    const { other } = await signUp();
    const token = await server.signUp(mailbox('example.com'));
    await post('/api/account/email', { email: other, password: 'tangerine' }, token);
    await mailTo(server, inUnicode(other), 'already have');
  });

  it('is not opened by a first sign-in with a provider that has the address', async () => {
    const { other } = await signUp();
    const answer = await oidcPeople(server).signIn({ email: other, isVerified: true });
    expect(answer).toMatchObject({ status: 409, body: { code: 'email-taken' } });
  });
});

it.each([
  ['boss', UNICODE, { isAdmin: true }],
  ['boss', ASCII, { isAdmin: true }],
  ['sue', UNICODE, { isSupport: true }],
])('%s is staff with the domain %s', async (name, domain, role) => {
  const email = mailbox(domain, name);
  const { storage } = server;
  const known = await findByAddress(storage.users, email);
  const token = known ? ((await login(email)).body.token as string) : await server.signUp(email);
  const { id, email: stored } = known ?? (await findByAddress(storage.users, email))!;
  await storage.users.setVerified(id, stored!);
  expect((await server.call('GET', '/api/auth/me', token)).body.user).toMatchObject(role);
});

it('the staff find an account by the other spelling of its domain', async () => {
  const email = mailbox(ASCII);
  await server.signUp(email);
  const { token } = (await login(mailbox(UNICODE, 'boss'))).body as { token: string };
  const answer = await post('/api/admin/people/find', { email: email.replace(ASCII, UNICODE) }, token);
  expect(answer).toMatchObject({ status: 200, body: { person: { user: { email } } } });
});

it.each([
  ['a@münchen.de', 'a@xn--mnchen-3ya.de'],
  ['a@post.münchen.de', 'a@post.xn--mnchen-3ya.de'],
  ['ü@example.com', 'ü@example.com'],
  ['a@under_score.de', 'a@under_score.de'],
  ['a@1.2', 'a@1.2'],
  ['xn--a@1.2', 'xn--a@1.2'],
  ['a@xn--99999999.de', 'a@xn--99999999.de'],
  ['an-id-of-a-user', 'an-id-of-a-user'],
])('writes %s in ASCII as %s', (email, ascii) => {
  expect(asciiAddress(email)).toBe(ascii);
});

it('looks up an address once if its domain has one spelling', async () => {
  const looked: string[] = [];
  const findByEmail = async (email: string) => {
    looked.push(email);
    return null;
  };
  for (const email of ['a@1.2', 'xn--a@1.2', 'ü@example.com']) await findByAddress({ findByEmail }, email);
  expect(looked).toEqual(['a@1.2', 'xn--a@1.2', 'ü@example.com']);
});
