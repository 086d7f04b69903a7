import { expect, test } from 'vitest';
import { greetingName } from './greeting-name.ts';

test.each([
  ['mail-1.example.com', 'https://chat.example.com', 'mail-1.example.com'],
  ['4f2c9a7be1d0', 'https://chat.example.com:8443', 'chat.example.com'],
  ['laptop', 'http://localhost:3000', undefined],
  ['laptop', 'https://192.0.2.7', undefined],
  ['laptop', 'https://[2001:db8::1]', undefined],
  ['192.0.2.7', undefined, undefined],
])('the machine %s with the address %s greets mail servers as %s', (machine, publicUrl, name) => {
  expect(greetingName(publicUrl, machine)).toBe(name);
});
