import { expect, it } from 'vitest';
import { AnswerTags, cleanTitle, readSources, titleFromText } from '@parley/core';
import { conversationAsMarkdown } from './exports/conversation-as-markdown.ts';
import { describeDevice } from '../auth/describe-device.ts';
import { cleanFileName } from '../files/file-name.ts';
import { findSnippet } from '../storage/search/find-snippet.ts';
import { readIndexed, readQuery } from '../storage/search/words.ts';
import { cutDocuments } from './model/request/cut-text.ts';
import { fitRequest } from './model/request/fit-request.ts';
import { CitationMarks } from './model/stream/citation-marks.ts';
import { wrapDocument } from './modes/prompt/documents.ts';
import { languageName } from './modes/prompt/language-name.ts';
import { boundText } from './replies/generate/bound-event.ts';
import { readResults } from './search/read-results.ts';

const LENGTH = 100_000;
/** Processor time in milliseconds below which a text is not measured again. */
const NEGLIGIBLE_MS = 100;

const PIECES = [
  [' ', '\n', '\t', '\r\n', '\u00a0', 'a', 'word ', '1. ', '.', '-', '"', '“', '`', '#', '> ', '[', '[a](', '&', '%'],
  ['<', '</', '<think>', '</answer>', '<document', '<document ', '<document>', '</document>', '[cut: ', '[attached: '],
  ['\ue200', '\ue200a', '\ue201', '漢', '漢 ', 'กำ', '\u0301', 'a\u0301', '\ufdfa', '\u1100\u1161', '👨‍👩‍👧', 'İ', 'ς'],
  ['\ud800', '\udc00', '\u202e', '\0', 'https://a.example/ ', 'a@b.', 'Mozilla/', 'Mozilla/5.0 (', '; '],
].flat();

function stream(text: string, push: (piece: string) => void): void {
  for (let at = 0; at < text.length; at += 2) push(text.slice(at, at + 2));
}

const asQuestion = (content: string) => ({
  instructions: 'Answer.',
  maxOutputTokens: 1_000,
  safetyIdentifier: 'someone',
  conversationId: 'a conversation',
  thinking: false,
  webSearch: false,
  messages: [{ role: 'user' as const, content }],
});

const READERS: Record<string, (text: string) => unknown> = {
  titleFromText,
  cleanTitle,
  boundText: (text) => boundText(text, 1_000),
  cleanFileName: (text) => cleanFileName(text, 'file'),
  describeDevice,
  readSources: (text) => readSources([text]),
  readIndexed: (text) => [...readIndexed(text)],
  readQuery,
  'findSnippet of other words': (text) => findSnippet(text, readQuery('winter a 漢 garden')),
  'findSnippet of its own words': (text) => findSnippet(text, readQuery(text.slice(0, 200))),
  readResults: (text) =>
    readResults([{ url: 'https://a.example', title: text, content: text }], ({ content }) => content),
  wrapDocument: (text) => wrapDocument({ name: text, pages: 1, isCut: true }, text),
  cutDocuments: (text) => cutDocuments(`${text}</document>`, 1_000),
  fitRequest: (text) => fitRequest(asQuestion(`<document name="a">\n${text}\n</document>\n\n${text}`), 8_000),
  'CitationMarks in one chunk': (text) => {
    const marks = new CitationMarks();
    return marks.push(text) + marks.flush();
  },
  'CitationMarks in small chunks': (text) => {
    const marks = new CitationMarks();
    stream(text, (piece) => marks.push(piece));
  },
  'AnswerTags in one chunk': (text) => new AnswerTags().push(`<think>${text}`),
  'AnswerTags at the start': (text) => {
    const tags = new AnswerTags();
    stream(text, (piece) => tags.push(piece));
  },
  'AnswerTags after thinking': (text) => {
    const tags = new AnswerTags();
    tags.push('<think>a</think>');
    stream(text, (piece) => tags.push(piece));
  },
  conversationAsMarkdown: (text) => {
    const message = { id: 'a', isUser: true, text, status: 'complete' as const, timestamp: '2026-11-22T12:00:00Z' };
    return conversationAsMarkdown({ title: text }, [message], 'Parley');
  },
};

/** Milliseconds of this thread's processor time, which other processes do not change. */
function measure(work: () => unknown): number {
  const before = process.threadCpuUsage();
  work();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1000;
}

it.each(Object.entries(READERS))(
  '%s takes at most in proportion to the length of a hostile text',
  (_, read) => {
    const slow: string[] = [];
    for (const piece of PIECES) {
      const textOf = (length: number) => piece.repeat(length / piece.length);
      if (measure(() => read(textOf(LENGTH))) < NEGLIGIBLE_MS) continue;
      const half = measure(() => read(textOf(LENGTH / 2)));
      const whole = measure(() => read(textOf(LENGTH)));
      if (whole > NEGLIGIBLE_MS && whole > 3 * half)
        slow.push(`${JSON.stringify(piece)}: ${half.toFixed()} to ${whole.toFixed()} ms`);
    }
    expect(slow).toEqual([]);
  },
  60_000,
);

it('only the first languages of a request are read, because a header has room for thousands', () => {
  const invalid = Array<string>(19).fill('1');
  expect(languageName([...invalid, 'de'])).toBe('German');
  expect(languageName([...invalid, '1', 'de'])).toBe('English');
});
