import { expect, test } from 'vitest';
import { describeDesktop, describeDevice } from './describe-device.ts';

const MAC = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko)';

test.each([
  ['Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0', 'Firefox on Linux'],
  [`${MAC} Chrome/142.0.0.0 Safari/537.36`, 'Chrome on macOS'],
  [`${MAC} Parley/1.0.0 Chrome/142.0.0.0 Electron/39.0.0 Safari/537.36`, 'Desktop app on macOS'],
  ['curl/8.5.0', 'Unknown device'],
  ['', 'Unknown device'],
  [undefined, 'Unknown device'],
])('the user agent %s is described as %s', (userAgent, words) => {
  expect(describeDevice(userAgent)).toBe(words);
});

test.each([
  [`${MAC} Parley/1.0.0 Chrome/142.0.0.0 Electron/39.0.0 Safari/537.36`, 'Desktop app on macOS'],
  [`${MAC} Chrome/142.0.0.0 Safari/537.36`, 'Desktop app on macOS'],
  ['node', 'Desktop app'],
  [undefined, 'Desktop app'],
])('the desktop app with the user agent %s is described as %s', (userAgent, words) => {
  expect(describeDesktop(userAgent)).toBe(words);
});

test('a device description is short, whatever the client sends', () => {
  expect(describeDevice('<b>'.repeat(100_000)).length).toBeLessThan(600);
  expect(describeDevice('x'.repeat(500_000)).length).toBeLessThan(600);
});
