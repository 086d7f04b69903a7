// @vitest-environment happy-dom
import { render } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { MessageTime } from './message-time.tsx';

beforeEach(() => {
  vi.useFakeTimers({ now: new Date(2026, 10, 23, 12, 0), toFake: ['Date'] });
});
afterEach(() => {
  vi.useRealTimers();
});

const shown = (timestamp: string) => {
  const time = render(<MessageTime timestamp={timestamp} />).container.querySelector('time');
  return [time?.textContent.replaceAll('\u202F', ' '), time?.dataset.tooltip?.replaceAll('\u202F', ' ')];
};

test.each([
  [new Date(2026, 10, 23, 9, 40), '9:40 AM', 'November 23, 2026 at 9:40 AM'],
  [new Date(2026, 10, 22, 23, 59), 'Nov 22, 11:59 PM', 'November 22, 2026 at 11:59 PM'],
  [new Date(2025, 0, 2, 0, 5), 'Jan 2, 2025, 12:05 AM', 'January 2, 2025 at 12:05 AM'],
])('a message of %s shows its time, and its day unless that is today', (moment, text, tooltip) => {
  expect(shown(moment.toISOString())).toEqual([text, tooltip]);
});

test('a damaged timestamp shows nothing', () => {
  expect(shown('soon')).toEqual([undefined, undefined]);
});
