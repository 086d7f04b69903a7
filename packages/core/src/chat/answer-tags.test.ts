import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { AnswerTags } from './answer-tags.ts';

interface Split {
  reasoning: string;
  answer: string;
}

const CASES: [string, string, Split][] = [
  ['text without tags', 'Just an answer.', { reasoning: '', answer: 'Just an answer.' }],
  ['a think tag before the answer', '<think>Hm.</think>\n\nYes.', { reasoning: 'Hm.', answer: 'Yes.' }],
  [
    'tags for thinking and answer',
    '<thinking>Hm.</thinking>\n<answer>Yes.</answer>',
    { reasoning: 'Hm.', answer: 'Yes.' },
  ],
  ['an answer tag alone', '<answer>Yes.</answer>', { reasoning: '', answer: 'Yes.' }],
  ['white space before the tags', '\n  <think>Hm.</think>Yes.', { reasoning: 'Hm.', answer: 'Yes.' }],
  ['white space before plain text', ' \n\t < Yes.', { reasoning: '', answer: ' \n\t < Yes.' }],
  ['only white space', ' \n\t', { reasoning: '', answer: ' \n\t' }],
  ['a thought of Gemini', '<thought>Hm.</thought>Yes.', { reasoning: 'Hm.', answer: 'Yes.' }],
  ['the reasoning of Bedrock', '<reasoning>Hm.</reasoning>Yes.', { reasoning: 'Hm.', answer: 'Yes.' }],
  ['square brackets', '[THINK]Hm.[/THINK]Yes.', { reasoning: 'Hm.', answer: 'Yes.' }],
  ['a tag that is never closed', '<think>Hm, and', { reasoning: 'Hm, and', answer: '' }],
  ['an empty think tag', '<think></think>Yes.', { reasoning: '', answer: 'Yes.' }],
  ['a tag inside the answer, which stays', 'Write `<think>` so.', { reasoning: '', answer: 'Write `<think>` so.' }],
  [
    'a tag after the start of the answer, which stays',
    '<think>a</think>b<think>c</think>',
    { reasoning: 'a', answer: 'b<think>c</think>' },
  ],
  ['half a tag at the end', 'a < b <thi', { reasoning: '', answer: 'a < b <thi' }],
  ['half a tag at the start', '<thi', { reasoning: '', answer: '<thi' }],
  ['half a closing tag', '<think>a</thi', { reasoning: 'a</thi', answer: '' }],
  ['text after the answer tag', '<answer>Yes.</answer> More.', { reasoning: '', answer: 'Yes. More.' }],
  ['a plain answer with leading spaces', '    code', { reasoning: '', answer: '    code' }],
  ['an empty text', '', { reasoning: '', answer: '' }],
];

describe('AnswerTags', () => {
  it.each(CASES)('AnswerTags reads %s', (_name, text, expected) => {
    expect(split([text])).toEqual(expected);
  });

  it.each(CASES)('AnswerTags reads %s, in single characters', (_name, text, expected) => {
    expect(split([...text])).toEqual(expected);
  });

  it('the result is the same for any chunking', () => {
    const piece = fc.constantFrom(
      '<think>',
      '</think>',
      '<thinking>',
      '</thinking>',
      '<answer>',
      '</answer>',
      '<',
      '/',
      'a ',
      '\n',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), fc.array(fc.nat(100), { maxLength: 10 }), (parts, cuts) => {
        const text = parts.join('');
        const edges = [0, ...cuts.filter((cut) => cut < text.length).toSorted((a, b) => a - b), text.length];
        const pieces = edges.slice(1).map((end, index) => text.slice(edges[index], end));
        expect(split(pieces)).toEqual(split([text]));
      }),
      { numRuns: 3000 },
    );
  });

  it('plain text is passed on at once', () => {
    const tags = new AnswerTags();
    expect(tags.push('Hello ')).toEqual([{ kind: 'answer', text: 'Hello ' }]);
    expect(tags.push('there <')).toEqual([{ kind: 'answer', text: 'there <' }]);
  });
});

function split(pieces: string[]): Split {
  const tags = new AnswerTags();
  const found = [...pieces.flatMap((piece) => tags.push(piece)), ...tags.flush()];
  const join = (kind: string) =>
    found
      .filter((piece) => piece.kind === kind)
      .map((piece) => piece.text)
      .join('');
  return { reasoning: join('reasoning'), answer: join('answer') };
}
