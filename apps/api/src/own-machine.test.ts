import { expect, test } from 'vitest';
import { isOwnMachine } from './own-machine.ts';

const LAPTOP = { isProduction: false, host: '127.0.0.1', publicUrl: null, trustedProxies: 0 };

test.each([
  ['by itself', {}, true],
  ['under its name', { host: 'localhost', publicUrl: 'http://localhost:3000' }, true],
  ['on IPv6', { host: '::1', publicUrl: 'http://[::1]:3000' }, true],
  ['in production', { isProduction: true }, false],
  ['on every network', { host: '0.0.0.0' }, false],
  ['on every network of IPv6', { host: '::' }, false],
  ['on an address of its own', { host: '192.168.1.7' }, false],
  ['on a name that only begins like one', { host: '127.example.com' }, false],
  ['behind a proxy', { trustedProxies: 1 }, false],
  ['with a public address', { publicUrl: 'https://chat.example.com' }, false],
  ['with a public address that only looks like here', { publicUrl: 'https://localhost.example.com' }, false],
])('%s', (_name, changes, isOwn) => {
  expect(isOwnMachine({ ...LAPTOP, ...changes })).toBe(isOwn);
});
