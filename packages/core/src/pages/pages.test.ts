import { expect, test } from 'vitest';
import { chunksOf, conversationIdAt, isSameForEveryone, pageAt, PAGES, type Visitor } from './pages.ts';

const VISITORS: Visitor[] = ['signed-out', 'signed-in', 'admin'];

test.each(PAGES.filter(({ path }) => path !== '*'))('$path resolves to $id for every permitted visitor', (row) => {
  for (const visitor of VISITORS) {
    const isAllowed = row.access === 'everyone' || row.access === visitor;
    const expected = isAllowed ? row.id : visitor === 'signed-out' ? 'landing' : 'chat';
    for (const path of [row.path, `${row.path}/`])
      expect([visitor, pageAt(path, visitor).id]).toEqual([visitor, expected]);
    for (const path of [`${row.path}/more`, row.path.toUpperCase()]) expect(pageAt(path, visitor).path).toBe('*');
  }
});

test.each(['/', '/landing', '/c/some-conversation', '/c/', '/no/such/page', '//', '*'])(
  '%s is the landing page for visitors and the chat for users',
  (path) => expect(VISITORS.map((visitor) => pageAt(path, visitor).id)).toEqual(['landing', 'chat', 'chat']),
);

test('the table lists each path once per visitor', () => {
  for (const visitor of VISITORS) {
    const paths = PAGES.filter(({ access }) => access === 'everyone' || access === visitor).map(({ path }) => path);
    expect(paths.filter((path, index) => paths.indexOf(path) !== index)).toEqual([]);
  }
});

test('a page inside the chat loads the chat first and exists only for users', () => {
  const chunks = (path: string) => VISITORS.map((visitor) => chunksOf(pageAt(path, visitor), visitor));
  expect(chunks('/pricing')).toEqual([['billing'], ['chat', 'billing'], ['chat', 'billing']]);
  expect(chunks('/admin')).toEqual([['landing'], ['chat'], ['chat', 'admin']]);
  expect(chunks('/help')).toEqual([['info'], ['info'], ['info']]);
  expect(chunks('/')).toEqual([['landing'], ['chat'], ['chat']]);
});

test('only pages outside the chat are the same for everyone', () => {
  const shown = (path: string) => VISITORS.map((visitor) => isSameForEveryone(pageAt(path, visitor)));
  for (const path of ['/help', '/verify-email', '/auth/apple/callback']) {
    expect(shown(path)).toEqual([true, true, true]);
  }
  for (const path of ['/', '/pricing', '/admin']) expect(shown(path)).toEqual([false, false, false]);
});

test.each([
  ['/c/some-id', 'some-id'],
  ['/c/some-id/', 'some-id'],
  ['/c/', undefined],
  ['/c/a/b', undefined],
  ['/', undefined],
])('%s has the conversation id %s', (path, id) => expect(conversationIdAt(path)).toBe(id));
