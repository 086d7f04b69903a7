import { afterAll, beforeAll, describe, expect, it, onTestFinished, test } from 'vitest';
import { setTranslator } from '@parley/core';
import { mailTo, tokenIn } from '../../testing/mailbox.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { guessableProblem } from './guessable-password.ts';

const TOO_COMMON = 'This password is too common. Choose a different one.';
const EMAIL = 'Choose a password that isn’t your email.';

test.each([
  ['123456', TOO_COMMON],
  ['password', TOO_COMMON],
  ['PASSWORD1', TOO_COMMON],
  ['  qwerty ', TOO_COMMON],
  ['ｐａｓｓｗｏｒｄ', TOO_COMMON],
  ['654321', TOO_COMMON],
  ['ABCDEF', TOO_COMMON],
  ['7890', TOO_COMMON],
  ['Qwertz', TOO_COMMON],
  ['poiuyt', TOO_COMMON],
  ['zzzzzz', TOO_COMMON],
  ['121212', TOO_COMMON],
  ['abcabca', TOO_COMMON],
  ['      ', 'Password can’t be only spaces'],
  ['\u3000\u00a0 \t\u2003 ', 'Password can’t be only spaces'],
  ['mira.sol@example.com', EMAIL],
  ['Mira.Sol', EMAIL],
  ['tangerine', null],
  ['abcdeg', null],
  ['x'.repeat(17), null],
  ['teatea!', null],
  ['mira.sol@example.org', null],
  ['correct horse battery staple', null],
])('guessableProblem answers %j with %j', (password, sentence) => {
  expect(guessableProblem(password, 'mira.sol@example.com')).toBe(sentence);
});

test.each(['      ', '123456', 'mira.sol@example.com'])('guessableProblem translates its answer to %j', (password) => {
  setTranslator({ message: () => 'In another language.', plural: () => undefined });
  onTestFinished(() => setTranslator(null));
  expect(guessableProblem(password, 'mira.sol@example.com')).toBe('In another language.');
});

describe('an easily guessed password', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer();
  });
  afterAll(() => server.close());
  const refused = (message: string) => ({ status: 400, body: { code: 'invalid-request', message } });

  it('registration rejects an easily guessed password', async () => {
    const register = (email: string, password: string) =>
      server.call('POST', '/api/auth/register', undefined, { email, password });
    expect(await register('new@example.com', 'iloveyou')).toMatchObject(refused(TOO_COMMON));
    expect(await register(' LongName@example.com', 'longname')).toMatchObject(refused(EMAIL));
    expect(await register('new@example.com', '12345')).toMatchObject(
      refused('Password must be at least 6 characters long'),
    );
  });

  it('a change, a reset and a mailed link reject an easily guessed password', async () => {
    const email = 'marisolana@example.com';
    const session = await server.signUp(email);
    const change = { currentPassword: 'tangerine', newPassword: 'letmein' };
    expect(await server.call('POST', '/api/account/password', session, change)).toMatchObject(refused(TOO_COMMON));
    await server.call('POST', '/api/auth/forgot', undefined, { email });
    const token = tokenIn(await mailTo(server, email, 'Reset'), '/reset-password');
    const reset = (password: string) => server.call('POST', '/api/auth/reset', undefined, { token, password });
    expect(await reset('dragon')).toMatchObject(refused(TOO_COMMON));
    expect(await reset('marisolana')).toMatchObject(refused(EMAIL));
    const link = tokenIn(await mailTo(server, email, 'Confirm'), '/verify-email');
    const verify = { token: link, newPassword: 'sunshine' };
    expect(await server.call('POST', '/api/auth/verify', undefined, verify)).toMatchObject(refused(TOO_COMMON));
    // The rejected request did not use up the token.
    expect((await reset('clementine')).status).toBe(200);
  });
});
