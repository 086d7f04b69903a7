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
  ['What is at example.com?', 'https://example.com/page'],
  ['What is at https://www.Example.com/a?', 'https://example.com/b'],
  ['example.com', 'https://www.example.com/'],
  ['(see example.com.)', 'https://example.com/'],
  ['请看example.com吧', 'https://example.com/'],
  ['http://example.com:8080/a', 'http://example.com:8080/b'],
])('after “%s”, %s is read', async (text, url) => {
  expect(await isRead(text, url)).toBe(true);
});

it.each([
  ['It is on github.com', 'http://hub.com/?q=secret'],
  ['It is on my-example.com', 'https://example.com/'],
  ['It is on docs.example.com', 'https://example.com/'],
  ['It is on example.com.au', 'https://example.com/'],
  ['It is on example.com', 'https://xexample.com/'],
  ['It is on exampleXcom', 'https://example.com/'],
  ['It is on example.com', 'https://example.com:8080/'],
])('after “%s”, %s is not read: its host is only a part of another one or not there', async (text, url) => {
  expect(await isRead(text, url)).toBe(false);
});
