import { describe, expect, test } from 'vitest';
import { ABILITIES, DEMO_LINE } from './introduction.ts';
import { demoReply } from './assistant.ts';
import { dates } from './calculation/dates.ts';
import { richSample } from './prepared/rich-sample.ts';

const now = Date.UTC(2026, 10, 21, 23, 30);

function ask(text: string, ...earlier: string[]) {
  const messages = [...earlier, text].map((content) => ({ role: 'user' as const, text: content, attachments: [] }));
  const { pieces, reasoning } = demoReply({ messages, now, productName: 'Lantern' });
  return {
    text: pieces.join(''),
    rule: /^Matched rule: (.+)\.$/.exec(reasoning[0] ?? '')?.[1] ?? null,
    steps: reasoning,
  };
}

describe('the demo assistant', () => {
  test.each([
    ['arithmetic', 'What is 12 × 7?', '12 × 7 = **84**'],
    ['arithmetic', 'what is 15 percent of 240', '**36**'],
    ['arithmetic', '12 x (3 + 4) =', '**84**'],
    ['arithmetic', 'square root of 2', '≈ **1.41421356237**'],
    ['arithmetic', '0.1 + 0.2', '= **0.3**'],
    ['arithmetic', '2^64', '≈ **1.84467440737 × 10^19**'],
    ['arithmetic', '1/0', 'You can’t divide by zero.'],
    ['text tools', 'count words: one two  three', '| Words | 3 |'],
    ['text tools', 'count characters: 👩‍💻é', '| Characters | 2 |'],
    ['text tools', 'how many words are in "foo bar"?', '| Words | 2 |'],
    ['text tools', 'sort lines:\nb\na10\na2', 'a2\na10\nb'],
    ['text tools', 'sort: pear, apple', 'apple, pear'],
    ['text tools', 'title case: the lord of the rings', 'The Lord of the Rings'],
    ['text tools', 'slug: Crème brûlée & more', 'creme-brulee-more'],
    ['text tools', 'format json {"a":[1]}', '{\n  "a": [\n    1\n  ]\n}'],
    ['text tools', 'format json: {a}', 'That isn’t valid JSON.'],
    ['text tools', 'uppercase: ```\nx', '````text\n```\nX\n````'],
    ['samples', 'show me a table', '| Mercury |'],
    ['samples', 'Show me markdown', richSample],
    ['samples', 'show me code', '```python'],
    ['help', 'How do limits work?', '10 every 12 hours'],
    ['help', 'how do I stop a reply?', '**Stop**'],
    ['help', 'how do I retry', 'Retry generation'],
    ['introduction', 'Hello!', 'This is Lantern'],
    ['introduction', 'How do I connect a model?', 'OPENAI_BASE_URL=http://localhost:11434/v1'],
  ])('the assistant answers by the rule “%s”: %s', (rule, question, expected) => {
    const answer = ask(question);
    expect(answer).toMatchObject({ rule, text: expect.stringContaining(expected) as string });
  });

  test.each(['Who are you?', 'What can you do?', 'hi'])(
    'the assistant introduces itself as a demo first: %s',
    (question) => {
      expect(ask(question).text.split('\n')[0]).toBe(DEMO_LINE);
    },
  );

  test.each([
    'What is the capital of France?',
    '5 km in miles',
    '',
    '[[cut]]',
    'write code for a web site',
    'sort it out',
    'constructor',
  ])('the assistant says that it cannot answer %j, and what it can', (question) => {
    const { rule, text } = ask(question);
    expect(rule).toBeNull();
    expect(text).toMatch(/^\*\*Demo assistant[^]*I can’t answer that/);
    expect(text).toContain(ABILITIES);
  });

  test('the assistant refers to earlier messages only on request', () => {
    expect(ask('count the words in my last message', 'one two three four').text).toContain('| Words | 4 |');
    expect(ask('count the words in my last message').rule).toBeNull();
  });

  test('the reasoning lists only the steps that were taken', () => {
    expect(ask('12 * (3 + 4)').steps).toEqual(['Matched rule: arithmetic.', '3 + 4 = 7', '12 × 7 = 84']);
  });
});

const NOTHING_ELSE = { earlier: [], documents: [], pictures: [], hits: null };

describe('dates', () => {
  const answer = (text: string, timeZone = 'Europe/Berlin') =>
    dates.answer({ ...NOTHING_ELSE, text, now, timeZone, productName: 'Lantern' })?.text ?? null;

  test.each([
    ['What day is it?', 'Sunday, November 22, 2026'],
    ['which weekday is 2026-12-25', 'December 25, 2026 is a **Friday**'],
    ['weekday of July 20th, 1969', 'was a **Sunday**'],
    ['days between 2026-01-01 and 31 January 2026', '**30 days**'],
    ['How many days until 25 December?', '**33 days**'],
    ['days from 2028-02-28 to 2028-03-01', '**2 days**'],
    ['in 6 weeks', 'Sunday, January 3, 2027'],
    ['what day is it in three months?', 'Monday, February 22, 2027'],
    ['10 days ago', 'Thursday, November 12, 2026'],
    ['what time is it', '12:30 AM'],
  ])('the assistant calculates the date: %s', (question, expected) =>
    expect(answer(question)?.replaceAll('\u202f', ' ')).toContain(expected),
  );

  test('dates are given in the requested time zone', () => {
    expect(answer('what day is it', 'America/New_York')).toContain('Saturday, November 21, 2026');
    expect(answer('what day is it', 'America/New_York')).toContain('(America/New_York)');
  });

  test.each(['weekday of 31 February 2026', 'in 5 minutes', 'days until never', 'in constructor days'])(
    'the assistant finds no date in: %s',
    (question) => expect(answer(question)).toBeNull(),
  );
});
