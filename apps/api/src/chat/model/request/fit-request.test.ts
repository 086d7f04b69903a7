import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { estimateTokens, fitRequest, shortest } from './fit-request.ts';
import { asking } from '../testing.ts';

type Messages = Parameters<typeof fitRequest>[0]['messages'];

/** `u3000` is a question of 3,000 characters, `a10` an answer of ten. */
const talk = (...turns: string[]): Messages =>
  turns.map((turn) => ({
    role: turn.startsWith('u') ? 'user' : 'assistant',
    content: 'x'.repeat(Number(turn.slice(1))),
  }));

const fitted = (messages: Messages, contextTokens: number) =>
  fitRequest(asking('', { instructions: 'x'.repeat(30), messages, maxOutputTokens: 1000 }), contextTokens);

describe('fitRequest', () => {
  test.each([
    ['all of a short conversation', talk('u10', 'a10', 'u10'), 8000, 3],
    ['the newest messages that fit', talk('u9000', 'a9000', 'u3000', 'a3000', 'u9000'), 8000, 3],
    ['no answer at the start', talk('u9000', 'a9000', 'u9000'), 8200, 1],
    [
      'a conversation of many short messages',
      talk(...Array.from({ length: 200 }, (_, i) => (i % 2 ? 'a3' : 'u3')), 'u3'),
      8000,
      201,
    ],
    ['only the question if nothing else fits', talk('u10', 'a10', 'u90000'), 8000, 1],
  ])('keeps %s', (_name, messages, contextTokens, count) => {
    expect(fitted(messages, contextTokens).messages).toHaveLength(count);
  });

  test('cuts a question that is too long and notes it in the text', () => {
    const [question] = fitted(talk('u90000'), 8000).messages;
    expect(question?.content).toMatch(/^x+\n\[cut: first \d+ of 90000 characters\]$/);
  });

  test('reserves half of a small context for the question', () => {
    const request = asking('hello', { maxOutputTokens: 8000 });
    expect(fitRequest(request, 4096)).toMatchObject({ maxOutputTokens: 2048, messages: [{ content: 'hello' }] });
  });

  test.each(['x', '字', '🦜'])('keeps the end of a reply of %s that is continued, and its question', (letter) => {
    const begun: Messages[0] = { role: 'assistant', content: `${letter.repeat(20_000)} and then` };
    const { messages } = fitted([...talk('u9000', 'a9000', 'u3000'), begun], 4096);
    expect(messages.map(({ role }) => role)).toEqual(['user', 'assistant']);
    expect(messages[0]?.content).toMatch(/^x{300}/);
    const kept = messages[1]?.content ?? '';
    expect(begun.content.endsWith(kept) && kept.endsWith(`${letter} and then`) && kept.isWellFormed()).toBe(true);
    const tokens = messages.reduce((sum, { content }) => sum + estimateTokens(content), 0);
    expect(tokens).toBeLessThanOrEqual(4096 - 1000 - 1000 - 10);
    expect(estimateTokens(kept)).toBeGreaterThan(1000);
  });

  const picture = { type: 'image/png', bytes: new Uint8Array() };
  const seen = (...talked: Messages) => talked.map(({ pictures = [] }) => pictures.length);

  test('drops the oldest pictures first, and words only after them', () => {
    const [first, reply, question] = talk('u300', 'a300', 'u300') as [Messages[0], Messages[0], Messages[0]];
    const messages: Messages = [
      { ...first, pictures: [picture] },
      reply,
      { ...first, pictures: [picture] },
      reply,
      { ...question, pictures: [picture] },
    ];
    expect(seen(...fitted(messages, 12_000).messages)).toEqual([1, 0, 1, 0, 1]);
    expect(seen(...fitted(messages, 6_000).messages)).toEqual([0, 0, 1, 0, 1]);
    expect(seen(...fitted(messages, 4_000).messages)).toEqual([0, 0, 0, 0, 1]);
  });

  test('keeps the pictures of the question, with room for its words', () => {
    const pictures = Array.from({ length: 5 }, () => picture);
    const [question] = fitted([{ role: 'user', content: 'What are these?', pictures }], 4096).messages;
    expect(question).toEqual({ role: 'user', content: 'What are these?', pictures });
  });

  test('adds a note when a dropped picture was the whole message', () => {
    const messages: Messages = [
      { role: 'user', content: '', pictures: [picture] },
      { role: 'assistant', content: 'A dot.' },
      { role: 'user', content: 'Sure?' },
    ];
    expect(fitted(messages, 2_500).messages[0]).toEqual({ role: 'user', content: '[an attachment that is left out]' });
  });

  test('cuts a long document to half the room and keeps the question whole', () => {
    const content = `<document name="a.txt">\n${'x'.repeat(90_000)}\n</document>\n\nWhat is it about?`;
    const [question] = fitted([{ role: 'user', content }], 8000).messages;
    const [, cut] = /\n(x+)\n\[cut: first \d+ of 90000 characters\]\n<\/document>\n\nWhat is it about\?$/.exec(
      question?.content ?? '',
    ) as unknown as [string, string];
    const room = (8000 - 1000 - 1000 - 10) * 3;
    expect(cut.length).toBeGreaterThan(room / 2 - 100);
    expect(cut.length).toBeLessThan(room / 2);
  });

  test.each(['字', 'ж', '🦜'])('cuts a document of %s to the tokens that fit', (letter) => {
    const content = `<document name="a.txt">\n${letter.repeat(20_000)}\n</document>\n\nWhat is it about?`;
    const [question] = fitted([{ role: 'user', content }], 8000).messages;
    expect(question?.content).toMatch(/characters\]\n<\/document>\n\nWhat is it about\?$/);
    const tokens = estimateTokens(question?.content ?? '');
    expect(tokens).toBeLessThanOrEqual(8000 - 1000 - 1000 - 10);
    expect(tokens).toBeGreaterThan(2500);
  });

  test('stays within the context, keeps the order and starts with a question', () => {
    const message = fc.record({
      role: fc.constantFrom('user' as const, 'assistant' as const),
      content: fc.string({ maxLength: 2000, unit: 'binary', size: 'max' }),
    });
    const property = fc.property(
      fc.array(message, { maxLength: 25 }),
      fc.string({ maxLength: 4000, unit: 'binary', size: 'max' }),
      fc.integer({ min: 2500, max: 12_000 }),
      (history, question, contextTokens) => {
        const messages: Messages = [...history, { role: 'user', content: question }];
        const result = fitted(messages, contextTokens);
        const used = result.messages.reduce((sum, { content }) => sum + estimateTokens(content), 0);
        expect(used + 10 + 1000 + result.maxOutputTokens).toBeLessThanOrEqual(contextTokens);
        expect(result.messages[0]?.role).toBe('user');
        const before = result.messages.slice(0, -1);
        expect(messages.slice(-1 - before.length, -1)).toEqual(before);
        const asked = result.messages.at(-1)?.content ?? '';
        expect(asked === question || asked.includes(`of ${question.length} characters]`)).toBe(true);
      },
    );
    fc.assert(property, { seed: 7, numRuns: 60 });
  });
});

test.each([
  ['Latin', 'x', 100],
  ['Cyrillic', 'ж', 150],
  ['Chinese', '字', 300],
])('estimates the tokens of 300 letters that are %s', (_name, letter, tokens) => {
  expect(estimateTokens(letter.repeat(300))).toBe(tokens);
});

test('shortest() keeps the last question and never starts with an answer', () => {
  expect(shortest(asking('', { messages: talk('u1', 'a2', 'u3') })).messages).toEqual(talk('u3'));
  expect(shortest(asking('', { messages: talk('u1', 'u2', 'u3') })).messages).toEqual(talk('u2', 'u3'));
});

test.each(['<document>', '<document ', '</document>', '<document>\n'])(
  'cuts hostile text in bounded time: %j',
  (piece) => {
    const hostile = `${piece.repeat(20_000)}</document>`;
    const began = process.cpuUsage();
    fitted([{ role: 'user', content: hostile }], 4_096);
    expect(process.cpuUsage(began).user / 1000).toBeLessThan(1_000);
  },
);
