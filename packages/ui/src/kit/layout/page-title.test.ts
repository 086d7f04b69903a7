// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { setPageTitle, setUnreadCount } from './page-title.ts';

test('the title begins with the number of unread conversations, whichever of both changes', () => {
  setPageTitle('Tides · Parley');
  setUnreadCount(2);
  expect(document.title).toBe('(2) Tides · Parley');
  setPageTitle('Moons · Parley');
  expect(document.title).toBe('(2) Moons · Parley');
  setUnreadCount(0);
  expect(document.title).toBe('Moons · Parley');
});
