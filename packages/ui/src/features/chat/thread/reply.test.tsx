// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest';
import { AppError, type Message } from '@parley/core';
import { reply } from '../../../stores/testing/scripted-samples.ts';
import { click, fire, mountChat, type MountedChat } from '../testing/mounted-chat.tsx';
import { MessageRow } from './message-row.tsx';

let page: MountedChat;
afterEach(async () => {
  await page.unmount();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

async function mountReply(change: Partial<Message>) {
  page = await mountChat(<MessageRow conversationId="c" messageId="r" isFirst={false} isLast isNear />, {
    messages: { r: reply('r', change) },
  });
}

async function copied(): Promise<string> {
  const writeText = vi.fn<(text: string) => Promise<void>>(() => Promise.resolve());
  vi.stubGlobal('navigator', { clipboard: { writeText } });
  await click(page.control('Copy'));
  await page.until(() => page.control('Copied') !== null);
  return writeText.mock.calls[0]?.[0] ?? '';
}

test('a reply says that it is processing until it has text', async () => {
  await mountReply({ status: 'streaming' });
  expect(page.host.textContent).toBe('Parley saidProcessing...');
});

test('reasoning is open while it streams, and stays open until it is hidden', async () => {
  const live = { status: 'streaming', mode: 'thinking', reasoningContent: 'First the sum.' } as const;
  await mountReply({ ...live, isReasoningStreaming: true });
  expect(page.control('Reasoning...')?.getAttribute('aria-expanded')).toBe('true');
  await page.set({ messages: { r: reply('r', { ...live, status: 'complete', text: 'It is 4.' }) } });
  await click(page.control('Hide Reasoning'));
  expect(page.control('Show Reasoning')?.getAttribute('aria-expanded')).toBe('false');
});

test('copies the answer of a reply with reasoning, and the text of any other', async () => {
  await mountReply({ mode: 'thinking', text: 'Text.', answerContent: 'Answer.', reasoningContent: 'Thought.' });
  expect(await copied()).toBe('Answer.');
  await page.unmount();
  await mountReply({ text: 'Text.', answerContent: 'Answer.' });
  expect(await copied()).toBe('Text.');
});

test('lists sources as host and path, without invalid URLs', async () => {
  const sources = ['https://www.example.com/tides?x=1', 'javascript:alert(1)', 'nonsense', 'http://example.org/'];
  await mountReply({ text: 'High.', sources });
  const toggle = page.control('Sources (2)');
  expect(toggle?.getAttribute('aria-expanded')).toBe('false');
  await click(toggle);
  await page.until(() => page.host.querySelector('ol a') !== null);
  const links = [...page.host.querySelectorAll<HTMLAnchorElement>('ol a')];
  expect(links.map(({ textContent }) => textContent)).toEqual(['1example.com/tides?x=1', '2example.org']);
  expect(links.every(({ target, rel }) => target === '_blank' && rel.includes('noopener'))).toBe(true);
});

test('a failed reply keeps its partial text and offers a retry', async () => {
  const retried: string[] = [];
  await mountReply({ status: 'failed', isError: true, text: 'High', error: 'It broke.', errorCode: 'model-failed' });
  await page.set({ retry: async (_id: string, key: string) => void retried.push(key) } as never);
  expect(page.host.textContent).toContain('High');
  expect(page.host.textContent).toContain('Error: It broke.');
  await click(page.control('Retry generation'));
  expect(retried).toEqual(['r']);
});

test('a picture has its prompt as alt text, is saved under its name, and says when it is gone', async () => {
  await mountReply({ mode: 'image', imageUrl: '/api/files/p', imagePrompt: 'A lighthouse' });
  await page.until(() => page.host.querySelector('img') !== null);
  const image = page.host.querySelector('img');
  expect(image?.alt).toBe('A lighthouse');
  expect(page.control('Download image')?.getAttribute('href')).toBe('/api/files/p');

  const names: string[] = [];
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    names.push(this.download);
  });
  await click(page.control('Save image'));
  await page.until(() => names.length === 1);
  expect(names[0]).toMatch(/^generated-image-\d+\.png$/);
  expect(page.api.calls).toContain('file /api/files/p');

  page.api.failures.set('file', new AppError('not-found'));
  await fire(image, new Event('error'));
  await page.until(() => page.host.textContent.includes('This image is no longer available.'));
});

test('a picture on screen does not reload for a newly signed address, but its link uses it', async () => {
  const at = (day: number) => `/api/files/p?until=${day}&key=k${day}`;
  await mountReply({ mode: 'image', imageUrl: at(1), imagePrompt: 'A lighthouse' });
  await page.until(() => page.host.querySelector('img') !== null);
  const image = page.host.querySelector('img');
  await page.set({ messages: { r: reply('r', { mode: 'image', imageUrl: at(2), imagePrompt: 'A lighthouse' }) } });
  expect(page.host.querySelector('img')).toBe(image);
  expect(image?.getAttribute('src')).toBe(at(1));
  expect(page.control('Download image')?.getAttribute('href')).toBe(at(2));
  await page.set({ messages: { r: reply('r', { mode: 'image', imageUrl: '/api/files/q' }) } });
  await page.until(() => page.host.querySelector('img')?.getAttribute('src') === '/api/files/q');
});

test('a picture whose address expired is shown from its bytes', async () => {
  await mountReply({ mode: 'image', imageUrl: '/api/files/p?until=1&key=k' });
  await page.until(() => page.host.querySelector('img') !== null);
  await fire(page.host.querySelector('img'), new Event('error'));
  await page.until(() => page.host.querySelector('img')?.src.startsWith('blob:') === true);
  expect(page.api.calls).toContain('file /api/files/p?until=1&key=k');
});

test('a picture that cannot be saved says so', async () => {
  await mountReply({ mode: 'image', imageUrl: '/api/files/p' });
  page.api.failures.set('file', new Error('gone'));
  await page.until(() => page.control('Save image') !== null);
  await click(page.control('Save image'));
  await page.until(() => page.texts('[role=alert]').includes('The image couldn’t be saved. Please try again.'));
});

test('a failed tool call is shown for its full time even though the reply has ended', async () => {
  const wrong = { name: 'web_search', status: 'error' } as const;
  await mountReply({ status: 'streaming', toolCalls: [wrong] });
  await page.until(() => page.texts('section').length === 1);
  await page.set({ messages: { r: reply('r', { text: 'It is 4.' }) } });
  expect(page.texts('section li')).toEqual(['Searching the webError']);
});

test('a reply reserves a square for a picture that is being generated', async () => {
  await mountReply({
    status: 'streaming',
    mode: 'image',
    toolCalls: [{ name: 'image_generation', status: 'starting' }],
  });
  expect(page.host.querySelector('.aspect-square')).not.toBeNull();
  await page.until(() => page.host.textContent.includes('Creating an image'));
  expect(page.host.textContent).not.toContain('Processing...');
});
