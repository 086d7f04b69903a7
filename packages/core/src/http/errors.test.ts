import { expect, it } from 'vitest';
import { AppError, ERRORS, sentenceOf, isErrorCode } from './errors.ts';
import './error-sentences.ts';

it('every error has a client or server status and a sentence', () => {
  const internal = sentenceOf('internal');
  for (const [code, status] of Object.entries(ERRORS)) {
    expect(status, code).toBeGreaterThanOrEqual(400);
    if (!isErrorCode(code) || code === 'internal') continue;
    expect(sentenceOf(code), code).toMatch(/\w/);
    expect(sentenceOf(code), code).not.toBe(internal);
  }
});

it('an error has the status and by default the sentence of its code', () => {
  expect(new AppError('not-found')).toMatchObject({ status: 404, message: sentenceOf('not-found'), details: {} });
  expect(new AppError('conflict', { message: 'No.', retryAfter: 3 })).toMatchObject({ message: 'No.', retryAfter: 3 });
});

it('only the table’s own keys are valid codes', () => {
  expect(isErrorCode('internal')).toBe(true);
  expect(isErrorCode('constructor')).toBe(false);
  expect(isErrorCode(5)).toBe(false);
});
