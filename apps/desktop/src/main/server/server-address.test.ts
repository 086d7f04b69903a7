import { describe, expect, it } from 'vitest';
import { parseServerAddress } from './server-address.ts';

describe('parseServerAddress', () => {
  it.each([
    ['https://parley.example.com', 'https://parley.example.com'],
    ['  https://parley.example.com/ ', 'https://parley.example.com'],
    ['HTTPS://Parley.Example.COM:8443', 'https://parley.example.com:8443'],
    ['parley.example.com', 'https://parley.example.com'],
    ['localhost:3000', 'http://localhost:3000'],
    ['127.0.0.1:3000', 'http://127.0.0.1:3000'],
    ['http://[::1]:3000', 'http://[::1]:3000'],
  ])('parseServerAddress reads %s as %s', (typed, origin) => expect(parseServerAddress(typed)).toBe(origin));

  it.each([
    '',
    'http://parley.example.com',
    'http://localhost.evil.example',
    'http://127.0.0.1.evil.example',
    'http://10.0.0.1',
    'https://user:password@parley.example.com',
    'https://parley.example.com/path',
    'https://parley.example.com?x=1',
    'https://parley.example.com#x',
    'file:///etc/passwd',
    'javascript:alert(1)',
    'app://bundle',
    'https://',
    `https://${'x'.repeat(300)}.example`,
  ])('parseServerAddress rejects %s', (typed) => expect(parseServerAddress(typed)).toBeNull());
});
