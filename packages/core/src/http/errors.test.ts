import { expect, it } from 'vitest';
import { AppError, ERRORS, isErrorCode } from './errors.ts';

it('every error has a client or server status and a sentence', () => {
  for (const [code, { status, message }] of Object.entries(ERRORS)) {
    expect(status, code).toBeGreaterThanOrEqual(400);
    expect(message, code).toMatch(/\w/);
  }
});

it('an error has the status and by default the sentence of its code', () => {
  expect(new AppError('not-found')).toMatchObject({ status: 404, message: ERRORS['not-found'].message, details: {} });
  expect(new AppError('conflict', { message: 'No.', retryAfter: 3 })).toMatchObject({ message: 'No.', retryAfter: 3 });
});

it('only the table’s own keys are valid codes', () => {
  expect(isErrorCode('internal')).toBe(true);
  expect(isErrorCode('constructor')).toBe(false);
  expect(isErrorCode(5)).toBe(false);
});
