import { describe, expect, it } from 'vitest';
import {
  emailProblem,
  newPasswordProblem,
  normalizeEmail,
  passwordProblem,
  registrationProblem,
} from './credentials.ts';

describe('an email address', () => {
  it('an email address is trimmed, lowercased and Unicode-normalized', () => {
    expect(normalizeEmail('  Mira@Example.COM ')).toBe('mira@example.com');
    expect(normalizeEmail('ｍira@example.com')).toBe('mira@example.com');
  });

  it.each(['mira@example.com', 'a.b+c@sub.example.co', 'ü@exämple.de'])('accepts the email address %s', (email) => {
    expect(emailProblem(email)).toBeNull();
  });

  it.each([
    'mira',
    'mira@',
    '@example.com',
    'a@b',
    'a b@c.de',
    'a@b..de',
    'a@b.de\nBcc: x@y.de',
    '<a@b.de>',
    `${'a'.repeat(250)}@b.de`,
    'a@b\u3002de',
    'a@b/c.de',
    'a@b\ufe0f.de',
    'a\u034fb@c.de',
    'a\u3164b@c.de',
    'a\u00adb@c.de',
  ])('rejects the email address %j', (email) => {
    expect(emailProblem(email)).toBe('Please enter a valid email address');
  });

  it('normalizing an email address twice changes nothing, for any character', () => {
    const unstable: string[] = [];
    for (let code = 0; code <= 0x10ffff; code++) {
      const email = normalizeEmail(`a${String.fromCodePoint(code)}b@example.com`);
      if (emailProblem(email) === null && normalizeEmail(email) !== email) unstable.push(code.toString(16));
    }
    expect(unstable).toEqual([]);
  });

  it('an email address is required', () => {
    expect(emailProblem('  ')).toBe('Email is required');
  });
});

describe('a new password', () => {
  it('a new password has 6 to 256 characters', () => {
    expect(passwordProblem('12345')).toBe('Password must be at least 6 characters long');
    expect(passwordProblem('123456')).toBeNull();
    expect(passwordProblem('x'.repeat(257))).toBe('Password must be at most 256 characters long');
  });

  it('the confirmation of a new password is checked first', () => {
    expect(newPasswordProblem('123', '456')).toBe('Passwords do not match');
    expect(newPasswordProblem('123', '123')).toBe('Password must be at least 6 characters long');
    expect(newPasswordProblem('123456', '123456')).toBeNull();
    expect(registrationProblem('', 'a', 'b')).toBe('Passwords do not match');
    expect(registrationProblem('a@b.de', 'abc', 'abc')).toBe('Password must be at least 6 characters long');
    expect(registrationProblem('a@b.de', 'abcdef', 'abcdef')).toBeNull();
  });
});
