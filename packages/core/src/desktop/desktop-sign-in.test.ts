import fc from 'fast-check';
import { expect, test } from 'vitest';
import { deepLink, desktopSignInQuery, parseDeepLink, parseDesktopSignIn } from './desktop-sign-in.ts';

const SESSION = '0b9c1c2e-4f5a-4d6b-8e7f-123456789abc';
const CODE = `${'c'.repeat(43)}.${SESSION}`;
const STATE = 's'.repeat(43);
const CHALLENGE = 'h'.repeat(43);
const GOOD = `parley://auth?code=${CODE}&state=${STATE}`;

const secret = fc.stringMatching(/^[A-Za-z0-9_-]{43}$/);
const code = fc.tuple(secret, fc.uuid()).map((parts) => parts.join('.'));

test('a written link parses to the same values', () => {
  fc.assert(
    fc.property(code, secret, secret, (written, state, challenge) => {
      expect(parseDeepLink(deepLink({ code: written, state }))).toStrictEqual({ code: written, state });
      expect(parseDesktopSignIn(desktopSignInQuery({ challenge, state }))).toStrictEqual({ challenge, state });
    }),
  );
});

test('a link parses with an added slash or reordered parameters', () => {
  expect(parseDeepLink(`parley://auth/?state=${STATE}&code=${CODE}`)).toStrictEqual({ code: CODE, state: STATE });
});

test.each([
  '',
  'parley://',
  'parley:auth',
  'parley://auth',
  'parley://auth?',
  GOOD.replace('parley', 'Parley'),
  GOOD.replace('parley', 'https'),
  GOOD.replace('auth', 'authx'),
  GOOD.replace('auth', 'evil@auth'),
  GOOD.replace('auth', 'auth:80'),
  GOOD.replace('auth', 'auth/..'),
  GOOD.replace('auth', 'AUTH'),
  ` ${GOOD}`,
  `${GOOD}\n`,
  `${GOOD}#`,
  `${GOOD}&x=y`,
  `${GOOD}&`,
  `${GOOD}&code=${CODE}`,
  `parley://auth?code=${CODE}`,
  `parley://auth?state=${STATE}`,
  `parley://auth?code=&state=${STATE}`,
  `parley://auth?code=${CODE}x&state=${STATE}`,
  `parley://auth?code=${CODE}&state=${STATE}=`,
  `parley://auth?code=${CODE}&state=%73${STATE.slice(1)}`,
  `parley://auth?code=${CODE}&state=${'x'.repeat(1_000_000)}`,
  'x'.repeat(1_000_000),
])('an invalid link is rejected: %#', (url) => {
  expect(parseDeepLink(url)).toBeNull();
});

test('parsing arbitrary arguments never invents a link', () => {
  const noise = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 600 }),
    fc.string({ maxLength: 300 }).map((text) => `parley://auth?${text}`),
    fc.tuple(fc.nat(GOOD.length), fc.string({ minLength: 1 })).map(([at, text]) => GOOD.slice(0, at) + text),
  );
  fc.assert(
    fc.property(noise, (url) => {
      const found = parseDeepLink(url);
      const isThere = found && [GOOD.slice(0, 13), found.code, found.state].every((part) => url.includes(part));
      expect(found === null || isThere).toBe(true);
    }),
  );
});

test.each([
  '',
  '?',
  `?challenge=${CHALLENGE}`,
  `?state=${STATE}`,
  `challenge=${CHALLENGE}&state=${STATE}`,
  `?challenge=${CHALLENGE}x&state=${STATE}`,
  `?challenge=${CHALLENGE}&state=${STATE}&state=${STATE}`,
  `?challenge=${CHALLENGE}&state=<b>`,
  `?challenge=${CHALLENGE}&state=${'x'.repeat(1_000_000)}`,
])('an invalid query is rejected: %#', (query) => {
  expect(parseDesktopSignIn(query)).toBeNull();
});

test('additional query parameters are ignored', () => {
  const query = `?challenge=${CHALLENGE}&state=${STATE}&utm_source=x`;
  expect(parseDesktopSignIn(query)).toStrictEqual({ challenge: CHALLENGE, state: STATE });
});
