import { expect, test } from 'vitest';
import { addressKey } from './address-key.ts';

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['::ffff:cb00:7107', '203.0.113.7'],
  ['2001:db8:1:2::1', '2001:db8:1:2::'],
  ['2001:db8:1:2:ffff:ffff:ffff:ffff', '2001:db8:1:2::'],
  ['2001:db8:1:3::1', '2001:db8:1:3::'],
  ['::1', '::'],
  ['fe80::1%eth0', 'fe80::'],
  ['203.0.113.7:49152', '203.0.113.7'],
  ['[2001:db8:1:2::1]:49152', '2001:db8:1:2::'],
  ['[2001:db8:1:2::1]', '2001:db8:1:2::'],
  [undefined, 'unknown'],
  ['no address', 'unknown'],
  ['999.1.1.1', 'unknown'],
  ['999.1.1.1:49152', 'unknown'],
  ['example.com:443', 'unknown'],
])('the address %s counts as %s', (ip, key) => {
  expect(addressKey(ip)).toBe(key);
});
