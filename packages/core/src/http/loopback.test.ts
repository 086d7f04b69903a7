import { expect, test } from 'vitest';
import { hostnameIn, isAddressedHere } from './loopback.ts';

test.each([
  ['localhost:3000', 'localhost'],
  ['LOCALHOST', 'localhost'],
  ['127.0.0.1:1', '127.0.0.1'],
  ['[::1]:3000', '[::1]'],
  ['chat.example.com', 'chat.example.com'],
  ['evil.example@localhost', null],
  ['localhost/evil.example', null],
  ['localhost:3000:1', null],
  ['localhost:', null],
  ['', null],
  [undefined, null],
])('reads the Host header %j as %j', (host, name) => {
  expect(hostnameIn(host)).toBe(name);
});

test.each([
  [{ host: 'localhost:3000' }, true],
  [{ host: '[::1]:3000', origin: 'http://127.0.0.1:5173' }, true],
  [{ host: 'chat.example.com', origin: 'https://chat.example.com' }, true],
  [{ host: 'localhost', origin: 'app://parley' }, true],
  [{ host: 'evil.example:3000' }, false],
  [{ host: 'localhost.evil.example' }, false],
  [{ host: '127.0.0.1.evil.example' }, false],
  [{ host: 'localhost.' }, false],
  [{ host: '0.0.0.0:3000' }, false],
  [{ host: 'localhost:3000', origin: 'http://evil.example:3000' }, false],
  [{ host: 'localhost:3000', origin: 'null' }, false],
  [{ host: 'localhost:3000', origin: '' }, false],
  [{}, false],
])('a request with %j is addressed to this machine: %s', (headers, isHere) => {
  expect(isAddressedHere(headers, ['chat.example.com'], ['app://parley'])).toBe(isHere);
});
