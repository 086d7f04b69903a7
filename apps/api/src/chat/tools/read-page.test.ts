import { expect, it } from 'vitest';
import type { Turn } from '../modes/mode.ts';
import { SourceList } from '../modes/source-list.ts';
import { readPage } from './read-page.ts';

/** Whether the tool reads this address once the user has written this. */
async function isRead(text: string, url: string): Promise<boolean> {
  const turn = { messages: [{ isUser: true, text }], safetyIdentifier: 'user' } as unknown as Turn;
  const page = { url, title: 'A page', text: 'Words.' };
  const pages = { read: async () => page, capability: { ok: true } };
  const tool = readPage(turn, pages, new SourceList(), () => {});
  return tool.run({ url }, new AbortController().signal).then(
    () => true,
    (error: { code: string }) => error.code !== 'forbidden',
  );
}

it.each([
  [true, 'What is at example.com?', 'https://example.com/page'],
  [true, 'What is at https://www.Example.com/a?', 'https://example.com/b'],
  [true, 'example.com', 'https://www.example.com/'],
  [true, '(see example.com.)', 'https://example.com/'],
  [true, '请看example.com吧', 'https://example.com/'],
  [true, 'http://example.com:8080/a', 'http://example.com:8080/b'],
  // The host is only a part of the one that was written, or not there.
  [false, 'It is on github.com', 'http://hub.com/?q=secret'],
  [false, 'It is on my-example.com', 'https://example.com/'],
  [false, 'It is on docs.example.com', 'https://example.com/'],
  [false, 'It is on example.com.au', 'https://example.com/'],
  [false, 'It is on example.com', 'https://xexample.com/'],
  [false, 'It is on exampleXcom', 'https://example.com/'],
  [false, 'It is on example.com', 'https://example.com:8080/'],
])('the tool reads a page (%s) after the user wrote “%s”: %s', async (expected, text, url) => {
  expect(await isRead(text, url)).toBe(expected);
});
