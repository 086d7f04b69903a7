import fc from 'fast-check';
import { expect, test } from 'vitest';
import { CitationMarks } from './citation-marks.ts';

function strip(pieces: string[]): string {
  const marks = new CitationMarks();
  return pieces.map((piece) => marks.push(piece)).join('') + marks.flush();
}

const MARK = '\ue200cite\ue202turn0search0\ue202turn0search3\ue201';

test.each([
  ['Paris.', 'Paris.'],
  [`Paris${MARK}.`, 'Paris.'],
  [`${MARK}${MARK}Paris${MARK}`, 'Paris'],
  ['an icon \ue200 alone', 'an icon \ue200 alone'],
  [`icon \ue200 ${'x'.repeat(400)} \ue201`, `icon \ue200 ${'x'.repeat(400)} \ue201`],
  [`\ue200 ${'x'.repeat(400)}${MARK}!`, `\ue200 ${'x'.repeat(400)}!`],
])('strips the citation marks from %j', (text, shown) => {
  expect(strip([text])).toBe(shown);
});

test('strips the same marks however the text is split', () => {
  const piece = fc.oneof(
    fc.constant(MARK),
    fc.constant('\ue200'),
    fc.constant('\ue201'),
    fc.string({ maxLength: 200 }),
  );
  const property = fc.property(fc.array(piece), fc.array(fc.nat({ max: 40 })), (parts, cuts) => {
    const text = parts.join('');
    const pieces: string[] = [];
    let at = 0;
    for (const cut of cuts) {
      pieces.push(text.slice(at, at + cut));
      at += cut;
    }
    pieces.push(text.slice(at));
    expect(strip(pieces)).toBe(strip([text]));
  });
  fc.assert(property, { seed: 7, numRuns: 300 });
});
