import { expect, test } from 'vitest';
import { RecordSum } from './record-sum.ts';

function sumOf(...records: object[]): string {
  const sum = new RecordSum();
  for (const record of records) sum.add(record);
  return `${sum.count} ${sum.checksum}`;
}

const ONE = { id: 'a', nested: { x: [1, { y: 2 }], z: true }, text: 'ä' };

test('ignores the order of records and fields, and treats null as missing', () => {
  const sameOne = { text: 'ä', gone: null, nested: { z: true, x: [1, { y: 2, w: undefined }] }, id: 'a' };
  expect(sumOf({ id: 'b' }, sameOne)).toBe(sumOf(ONE, { id: 'b' }));
});

test.each([
  ['another value', [{ ...ONE, text: 'a' }, { id: 'b' }]],
  ['another type', [{ ...ONE, id: ['a'] }, { id: 'b' }]],
  ['a missing record', [ONE]],
  ['a repeated record', [ONE, { id: 'b' }, { id: 'b' }]],
  ['a value in another record', [{ ...ONE, id: 'b' }, { id: 'a' }]],
])('distinguishes %s', (_, records) => {
  expect(sumOf(...records)).not.toBe(sumOf(ONE, { id: 'b' }));
});
