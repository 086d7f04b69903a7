import { describe, expect, it } from 'vitest';
import { ATTACHMENT_LIMITS, tooLarge } from '@parley/core';
import { readDataUri } from './data-uri.ts';

describe('a data URI', () => {
  it.each([
    ['data:image/png;base64,', 'image/png'],
    ['data:text/plain;charset=utf-8;base64,', 'text/plain'],
    ['data:application/pdf;name=a.pdf;base64,', 'application/pdf'],
  ])('decodes a data URI: %s', (head, declaredType) => {
    for (const text of ['a', 'ab', 'abc', 'ÿþý']) {
      const bytes = Buffer.from(text);
      expect(readDataUri(head + bytes.toString('base64'))).toEqual({ declaredType, bytes });
    }
  });

  it.each([
    'data:image/png,abc',
    'data:image/png;base64,ab!d',
    'data:image/png;base64,abc',
    'data:image/png;base64,YWJj\n',
    'data:image/png;base64,YW-_',
    'data:image/png;base64,YWJjZB==',
    'data:image/png;base64,YQ=',
    'http://127.0.0.1/a.png',
    'file:///etc/passwd',
  ])('rejects a data URI that is not exact: %j', (dataUri) => {
    expect(() => readDataUri(dataUri)).toThrow('We couldn’t decode the attached file.');
  });

  it('checks a data URI against the limits before decoding it', () => {
    expect(() => readDataUri('data:image/png;base64,')).toThrow('This file is empty.');
    const { text } = ATTACHMENT_LIMITS;
    const uri = (size: number) => `data:text/plain;base64,${Buffer.alloc(size, 'a').toString('base64')}`;
    expect(readDataUri(uri(text)).bytes).toHaveLength(text);
    expect(() => readDataUri(uri(text + 1))).toThrow(tooLarge('text'));
  });
});
