import { expect, test } from 'vitest';
import { isFromOwnMachine, isOwnMachine, ownHostnames } from './own-machine.ts';

const LAPTOP = { isProduction: false, host: '127.0.0.1', publicUrl: null, trustedProxies: 0 };

test.each([
  ['with the default settings', {}, true],
  ['on localhost', { host: 'localhost', publicUrl: 'http://localhost:3000' }, true],
  ['on the IPv6 loopback address', { host: '::1', publicUrl: 'http://[::1]:3000' }, true],
  ['in production', { isProduction: true }, false],
  ['on all interfaces', { host: '0.0.0.0' }, false],
  ['on all IPv6 interfaces', { host: '::' }, false],
  ['on a network address', { host: '192.168.1.7' }, false],
  ['on a name that only begins like a loopback address', { host: '127.example.com' }, false],
  ['behind a proxy', { trustedProxies: 1 }, false],
  ['with a public URL', { publicUrl: 'https://chat.example.com' }, false],
  ['with a public URL that only resembles a loopback one', { publicUrl: 'https://localhost.example.com' }, false],
])('a server %s, with %j, is private to this machine: %s', (_name, changes, isOwn) => {
  expect(isOwnMachine({ ...LAPTOP, ...changes })).toBe(isOwn);
});

test.each([
  [{ host: 'localhost:3000' }, true],
  [{ host: '127.0.0.1:3000' }, true],
  [{ host: '[::1]:3000' }, true],
  [{}, false],
  [{ host: '' }, false],
  [{ host: 'evil.example:3000' }, false],
  [{ host: '127.0.0.1.evil.example' }, false],
  [{ host: 'localhost@evil.example' }, false],
  [{ host: 'localhost:3000', 'x-forwarded-for': '203.0.113.7' }, false],
  [{ host: 'localhost:3000', forwarded: 'for=203.0.113.7' }, false],
  [{ host: 'localhost:3000', via: '1.1 proxy' }, false],
])('a request with %j comes from this machine: %s', (headers, isHere) => {
  expect(isFromOwnMachine(headers)).toBe(isHere);
});

test.each([
  [{ host: '127.0.0.1', publicUrl: null, apiUrl: null }, []],
  [{ host: 'localhost', publicUrl: 'https://chat.example.com', apiUrl: null }, ['chat.example.com']],
  [
    { host: '::1', publicUrl: 'https://chat.example.com', apiUrl: 'https://api.example.com/v1' },
    ['chat.example.com', 'api.example.com'],
  ],
  [{ host: '0.0.0.0', publicUrl: 'https://chat.example.com', apiUrl: null }, null],
])('a server with %j answers to loopback names and to %j', (config, hostnames) => {
  expect(ownHostnames(config)).toEqual(hostnames);
});
