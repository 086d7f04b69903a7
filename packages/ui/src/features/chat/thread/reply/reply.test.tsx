// @vitest-environment happy-dom
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { AppError, sentenceOf, failReply, type Message } from '@parley/core';
import { TransportError } from '../../../../api/transport-error.ts';
import { question, reply } from '../../../../stores/testing/scripted-samples.ts';
import { renderChat, renderConversation } from '../../../../testing/render-chat.tsx';
import { MessageRow } from '../list/message-row.tsx';

afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

const ROW = <MessageRow conversationId="c" messageId="r" isFirst={false} isLast isNear />;
const renderReply = (change: Partial<Message>) => renderChat(ROW, { messages: { r: reply('r', change) } });
const button = (name: string) => screen.getByRole('button', { name });

test('a reply says that it is processing until it has text', async () => {
  const { set } = await renderReply({ status: 'streaming' });
  expect(screen.getByRole('heading', { name: 'Parley said' })).toBeDefined();
  expect(screen.getByText('Processing...')).toBeDefined();
  await set({ messages: { r: reply('r', { status: 'streaming', text: 'High.' }) } });
  await screen.findByText('High.');
  expect(screen.queryByText('Processing...')).toBeNull();
});

test.each<[string, Partial<Message>, string | null]>([
  ['was stopped', { status: 'stopped', text: 'Half' }, 'You stopped this reply.'],
  ['reached its length limit', { isCut: true, text: 'Half' }, 'This reply reached its length limit.'],
  ['was interrupted', failReply(reply('r', { text: 'Half' }), 'interrupted'), null],
])('a last reply that %s can be continued', async (_how, change, sentence) => {
  const { api, press } = await renderConversation(ROW, [question('q', 'Why?'), reply('r', change)]);
  if (sentence !== null) await screen.findByText(sentence);
  await press('Continue');
  await waitFor(() => expect(api.stream.request).toMatchObject({ continues: 'r', conversationId: 'c' }));
  expect(api.stream.request).not.toHaveProperty('isRegeneration');
});

test.each([
  ['With Thinking', { selectedTool: 'thinking' }],
  ['With Search', { selectedTool: 'web_search' }],
  ['Shorter', { selectedTool: 'normal', length: 'shorter' }],
  ['Longer', { selectedTool: 'normal', length: 'longer' }],
  ['Plainer', { selectedTool: 'normal', length: 'plainer' }],
])('a reply can be retried %s', async (label, request) => {
  const { api, press, user } = await renderConversation(ROW, [question('q', 'Why?'), reply('r', { text: 'So.' })]);
  await screen.findByRole('button', { name: 'More options' });
  await press('More options');
  await user.click(await screen.findByRole('menuitem', { name: label }));
  await waitFor(() =>
    expect(api.stream.request).toMatchObject({ isRegeneration: true, originalMessageId: 'r', ...request }),
  );
});

test('a reply is branched into a new conversation, which opens, also when the first answer is lost', async () => {
  const { api, press, user } = await renderConversation(ROW, [question('q', 'Why?'), reply('r', { text: 'So.' })]);
  await screen.findByRole('button', { name: 'More options' });
  await press('More options');
  api.failures.set('branch', new TransportError());
  await user.click(await screen.findByRole('menuitem', { name: 'Branch into a new chat' }));
  await waitFor(() => expect(location.pathname).toMatch(/^\/c\/local-/));
  expect(api.calls.filter((call) => call.startsWith('branch'))).toEqual(['branch c r', 'branch c r']);
  expect(api.conversations.size).toBe(2);
});

test('a reply is copied as rich text without the buttons in it', async () => {
  const text = 'So **be** it.\n\n```ts\nconst a = 1;\n```';
  const { press, user } = await renderConversation(ROW, [question('q', 'Why?'), reply('r', { text })]);
  // The rendering replaces the clipboard.
  const write = vi.spyOn(navigator.clipboard, 'write').mockResolvedValue();
  await screen.findByRole('button', { name: 'Copy code' });
  await screen.findByRole('button', { name: 'More options' });
  await press('More options');
  await user.click(await screen.findByRole('menuitem', { name: 'Copy as rich text' }));
  await waitFor(() => expect(write).toHaveBeenCalledOnce());
  const [item] = write.mock.calls[0]?.[0] ?? [];
  const html = (await (await item?.getType('text/html'))?.text()) ?? '';
  expect(html).toContain('<strong>be</strong>');
  expect(html).toContain('const a = 1;');
  expect(html).not.toMatch(/<button|class=|Copy/);
});

test('a reply is copied as rich text with all its code, its notes in brackets, and its Markdown as plain text', async () => {
  const lines = Array.from({ length: 100 }, (_, index) => `line ${index + 1}`).join('\n');
  const text = `Blue[^1] sky, twice[^1].\n\nEnd.\n\n\`\`\`text\n${lines}\n\`\`\`\n\n[^1]: The note.`;
  const { press, user } = await renderConversation(ROW, [question('q', 'Why?'), reply('r', { text })]);
  const write = vi.spyOn(navigator.clipboard, 'write').mockResolvedValue();
  await screen.findByRole('button', { name: 'Show all 100 lines' });
  await screen.findByRole('button', { name: 'More options' });
  await press('More options');
  await user.click(await screen.findByRole('menuitem', { name: 'Copy as rich text' }));
  await waitFor(() => expect(write).toHaveBeenCalledOnce());
  const [item] = write.mock.calls[0]?.[0] ?? [];
  const copied = async (type: string) => (await item?.getType(type))?.text();
  const html = (await copied('text/html')) ?? '';
  expect(html).toContain('line 100');
  expect(html.replaceAll(/<[^>]*>/g, '')).toContain('Blue (The note.) sky, twice.');
  expect(await copied('text/plain')).toBe(text);
  expect(screen.getByRole('button', { name: 'Show all 100 lines' })).not.toBeNull();
});

test('a reply is copied as rich text with marks for the boxes of its tasks', async () => {
  const text = '- [x] Read it\n- [ ] Print it';
  const { press, user } = await renderConversation(ROW, [question('q', 'Why?'), reply('r', { text })]);
  const write = vi.spyOn(navigator.clipboard, 'write').mockResolvedValue();
  await screen.findByRole('checkbox', { name: 'Read it' });
  await screen.findByRole('button', { name: 'More options' });
  await press('More options');
  await user.click(await screen.findByRole('menuitem', { name: 'Copy as rich text' }));
  await waitFor(() => expect(write).toHaveBeenCalledOnce());
  const html = await (await write.mock.calls[0]?.[0][0]?.getType('text/html'))?.text();
  expect(html?.match(/<li>.*<\/li>/g)).toEqual(['<li>☑ Read it</li>', '<li>☐ Print it</li>']);
});

test('a copy as rich text that the browser refuses is a notice', async () => {
  const chat = await renderConversation(ROW, [question('q', 'Why?'), reply('r', { text: 'So.' })]);
  const refuse = async () => Promise.reject(new DOMException('', 'NotAllowedError'));
  vi.spyOn(navigator.clipboard, 'write').mockImplementation(refuse);
  vi.spyOn(navigator.clipboard, 'writeText').mockImplementation(refuse);
  document.execCommand = () => false;
  await screen.findByRole('button', { name: 'More options' });
  await chat.press('More options');
  await chat.user.click(await screen.findByRole('menuitem', { name: 'Copy as rich text' }));
  await waitFor(() =>
    expect(chat.state.notice?.text).toBe('Your browser blocks copying. Select the text and copy it yourself.'),
  );
});

test('a branch that the server refuses is a notice, and the conversation stays', async () => {
  const chat = await renderConversation(ROW, [question('q', 'Why?'), reply('r', { text: 'So.' })]);
  history.replaceState(null, '', '/c/c');
  await screen.findByRole('button', { name: 'More options' });
  await chat.press('More options');
  chat.api.failures.set('branch', new AppError('rate-limited'));
  await chat.user.click(await screen.findByRole('menuitem', { name: 'Branch into a new chat' }));
  await waitFor(() => expect(chat.state.notice?.text).toBe(sentenceOf('rate-limited')));
  expect(location.pathname).toBe('/c/c');
});

test('a reply in Thinking is not offered again with Thinking, and a picture in no other way', async () => {
  const { press, set } = await renderReply({ text: 'So.', mode: 'thinking' });
  await screen.findByRole('button', { name: 'More options' });
  await press('More options');
  await screen.findByRole('menuitem', { name: 'With Search' });
  expect(screen.queryByRole('menuitem', { name: 'With Thinking' })).toBeNull();
  await set({ messages: { r: reply('r', { mode: 'image', imageUrl: '/api/files/x' }) } });
  expect(screen.queryByRole('button', { name: 'More options' })).toBeNull();
});

test('Continue is disabled and says when messages reset while none is left', async () => {
  const { set } = await renderReply({ isCut: true, text: 'Half' });
  const usage = { messagesUsed: 10, messagesLimit: 10, periodEnd: new Date(Date.now() + 7_200_000).toISOString() };
  await set({ usage: { ...usage, isLimitReached: true } });
  expect(button('Continue')).toHaveProperty('disabled', true);
  expect(screen.getByText(/^No messages left\. Resets (at|tomorrow at) .+\.$/)).toBeDefined();
  await set({ usage: { ...usage, messagesUsed: 0, isLimitReached: false } });
  expect(button('Continue')).toHaveProperty('disabled', false);
});

test.each<[string, Partial<Message>]>([
  ['is complete', { text: 'Whole.' }],
  ['was stopped before its first word', { status: 'stopped', text: '' }],
  ['failed before its first word', failReply(reply('r'), 'model-failed')],
  ['was filtered', failReply(reply('r', { text: 'Half' }), 'model-filtered')],
  ['is too long already', { isCut: true, text: 'x'.repeat(180_000) }],
])('a reply that %s cannot be continued', async (_how, change) => {
  await renderReply(change);
  await screen.findByRole('heading', { name: 'Parley said' });
  expect(screen.queryByRole('button', { name: 'Continue' })).toBeNull();
});

test('reasoning is open while it streams, and stays open until it is hidden', async () => {
  const live = { status: 'streaming', mode: 'thinking', reasoningContent: 'First the sum.' } as const;
  const { set, press } = await renderReply({ ...live, isReasoningStreaming: true });
  expect(button('Reasoning...').getAttribute('aria-expanded')).toBe('true');
  expect(screen.getByText('First the sum.')).toBeDefined();
  await set({ messages: { r: reply('r', { ...live, status: 'complete', text: 'It is 4.' }) } });
  await press('Hide Reasoning');
  expect(button('Show Reasoning').getAttribute('aria-expanded')).toBe('false');
});

test('reasoning that the user hides while it streams stays hidden', async () => {
  const live = { status: 'streaming', mode: 'thinking', isReasoningStreaming: true } as const;
  const { set, press } = await renderReply({ ...live, reasoningContent: 'First the sum.' });
  await press('Reasoning...');
  expect(screen.queryByRole('paragraph')).toBeNull();
  await set({ messages: { r: reply('r', { ...live, reasoningContent: 'First the sum. Then the rest.' }) } });
  expect(button('Reasoning...').getAttribute('aria-expanded')).toBe('false');
  await set({
    messages: { r: reply('r', { mode: 'thinking', reasoningContent: 'First the sum.', text: 'It is 4.' }) },
  });
  expect(button('Show Reasoning').getAttribute('aria-expanded')).toBe('false');
});

test.each<[string, Partial<Message>, string]>([
  [
    'the answer of a reply with reasoning',
    { mode: 'thinking', text: 'Text.', answerContent: 'Answer.', reasoningContent: 'Thought.' },
    'Answer.',
  ],
  ['the text of any other reply', { text: 'Text.', answerContent: 'Answer.' }, 'Text.'],
])('copies %s', async (_what, change, text) => {
  const { press } = await renderReply(change);
  // Time passes only while the process runs.
  vi.useFakeTimers({ shouldAdvanceTime: true });
  await press('Copy');
  await screen.findByRole('button', { name: 'Copied' });
  expect(await navigator.clipboard.readText()).toBe(text);
});

test('the copy buttons of a reply and of its code say for 1.5 s that they copied', async () => {
  await renderReply({ text: 'Run:\n\n```sh\nls\n```\n' });
  await screen.findByText('ls');
  vi.useFakeTimers();
  const pass = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds));
  for (const [name, after] of [
    ['Copy', 'Copied'],
    ['Copy code', 'Copied code'],
  ] as const) {
    fireEvent.click(button(name));
    await pass(0);
    await pass(1499);
    expect(button(after)).toBeDefined();
    await pass(1);
    expect(button(name)).toBeDefined();
  }
});

test('a complete reply can be generated again', async () => {
  await renderReply({ text: 'High.' });
  expect(button('Retry generation')).toBeDefined();
});

test('lists sources as host and path, without invalid URLs', async () => {
  const sources = ['https://www.example.com/tides?x=1', 'javascript:alert(1)', 'nonsense', 'http://example.org/'];
  const { press } = await renderReply({ text: 'High.', sources });
  expect(button('Sources (2)').getAttribute('aria-expanded')).toBe('false');
  await press('Sources (2)');
  const links = await screen.findAllByRole('link');
  expect(links.map(({ textContent }) => textContent)).toEqual(['1example.com/tides?x=1', '2example.org']);
  for (const link of links) {
    expect(link.getAttribute('target')).toBe('_blank');
    expect(link.getAttribute('rel')).toContain('noopener');
  }
});

test('lists a source with a title by it, and its host', async () => {
  const sources = ['https://www.example.com/tides', 'https://example.org/'];
  const { press } = await renderReply({
    text: 'High.',
    sources,
    sourceTitles: ['All about tides', ''],
  });
  await press('Sources (2)');
  const list = await screen.findByRole('list', { name: 'Sources' });
  const [titled, plain] = within(list).getAllByRole('listitem');
  expect(titled?.textContent).toBe('1All about tidesexample.com');
  expect(plain?.textContent).toBe('2example.org');
});

test('lists files of the project after the web pages, by name and excerpt', async () => {
  const { press } = await renderReply({
    text: 'High.',
    sources: ['https://example.org/'],
    fileSources: [{ fileId: 'f', name: 'tides.pdf', excerpt: 'Ebb and flood' }],
  });
  await press('Sources (2)');
  const list = await screen.findByRole('list', { name: 'Sources' });
  const [, file] = within(list).getAllByRole('listitem');
  expect(file?.textContent).toBe('2tides.pdfEbb and flood');
});

test('a failed reply keeps its partial text and offers a retry', async () => {
  const broken = { status: 'failed', isError: true, error: 'It broke.', errorCode: 'model-failed' } as const;
  const { api, press } = await renderConversation(ROW, [
    question('q', 'How high is the tide?'),
    reply('r', { ...broken, text: 'High' }),
  ]);
  await screen.findByText('High');
  expect(screen.getByText('Error: It broke.')).toBeDefined();
  await press('Retry generation');
  await waitFor(() => expect(api.stream.request).toMatchObject({ isRegeneration: true, originalMessageId: 'r' }));
});

test('a picture has its prompt as alt text, is saved under its name, and says when it is gone', async () => {
  const { api, press } = await renderReply({
    mode: 'image',
    imageUrl: '/api/files/p',
    imagePrompt: 'A lighthouse',
  });
  const picture = await screen.findByRole('img', { name: 'A lighthouse' });
  expect(screen.getByRole('link', { name: 'Download image' }).getAttribute('href')).toBe('/api/files/p');

  const names: string[] = [];
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    names.push(this.download);
  });
  await press('Save image');
  await waitFor(() => expect(names).toEqual([expect.stringMatching(/^generated-image-\d+\.png$/)]));
  expect(api.calls).toContain('file /api/files/p');

  api.failures.set('file', new AppError('not-found'));
  fireEvent.error(picture);
  expect((await screen.findByRole('alert')).textContent).toBe('This image is no longer available.');
});

test('a picture on screen does not reload for a newly signed address, but its link uses it', async () => {
  const at = (day: number) => `/api/files/p?until=${day}&key=k${day}`;
  const { set } = await renderReply({ mode: 'image', imageUrl: at(1), imagePrompt: 'A lighthouse' });
  const picture = await screen.findByRole('img');
  await set({ messages: { r: reply('r', { mode: 'image', imageUrl: at(2), imagePrompt: 'A lighthouse' }) } });
  expect(screen.getByRole('img')).toBe(picture);
  expect(picture.getAttribute('src')).toBe(at(1));
  expect(screen.getByRole('link', { name: 'Download image' }).getAttribute('href')).toBe(at(2));
  await set({ messages: { r: reply('r', { mode: 'image', imageUrl: '/api/files/q' }) } });
  await waitFor(() => expect(screen.getByRole('img').getAttribute('src')).toBe('/api/files/q'));
});

test('a picture whose address expired is shown from its bytes', async () => {
  const { api } = await renderReply({ mode: 'image', imageUrl: '/api/files/p?until=1&key=k' });
  fireEvent.error(await screen.findByRole('img'));
  await waitFor(() => expect(screen.getByRole('img').getAttribute('src')).toMatch(/^blob:/));
  expect(api.calls).toContain('file /api/files/p?until=1&key=k');
});

test('the link that downloads a picture works after its address expired', async () => {
  const { api } = await renderReply({ mode: 'image', imageUrl: '/api/files/p?until=1&key=k' });
  const saved: string[] = [];
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push(this.href);
  });
  expect(fireEvent.click(await screen.findByRole('link', { name: 'Download image' }))).toBe(false);
  await waitFor(() => expect(saved).toEqual([expect.stringMatching(/^blob:/)]));
  expect(api.calls).toContain('file /api/files/p?until=1&key=k');
});

test('the link to a picture whose address is valid leaves the download to the browser', async () => {
  const until = Math.floor(Date.now() / 1000) + 60;
  const { api } = await renderReply({ mode: 'image', imageUrl: `/api/files/p?until=${until}&key=k` });
  const link = await screen.findByRole('link', { name: 'Download image' });
  link.addEventListener('click', (event) => event.preventDefault());
  fireEvent.click(link);
  expect(api.calls.filter((call) => call.startsWith('file '))).toEqual([]);
});

test('a picture that cannot be saved says so', async () => {
  const { api, press } = await renderReply({ mode: 'image', imageUrl: '/api/files/p' });
  api.failures.set('file', new Error('gone'));
  await press('Save image');
  expect((await screen.findByRole('alert')).textContent).toBe('The image couldn’t be saved. Please try again.');
});

test('a failed tool call is shown for its full time even though the reply has ended', async () => {
  // Time passes only while the process runs.
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const wrong = { name: 'web_search', status: 'error' } as const;
  const { set } = await renderReply({ status: 'streaming', toolCalls: [wrong] });
  const tools = await screen.findByRole('region', { name: 'Executing Tools' });
  await set({ messages: { r: reply('r', { text: 'It is 4.' }) } });
  expect(within(tools).getByRole('listitem').textContent).toBe('Searching the webError');
});

test('a reply that draws a picture names the tool instead of saying that it is processing', async () => {
  await renderReply({
    status: 'streaming',
    mode: 'image',
    toolCalls: [{ name: 'image_generation', status: 'starting' }],
  });
  await screen.findByText('Creating an image');
  expect(screen.queryByText('Processing...')).toBeNull();
});

test('a message that is nothing but its error says it once', async () => {
  const text = 'Invalid Message from Local Storage';
  await renderReply({ status: 'failed', isError: true, text, error: text });
  expect(document.body.textContent.split(text)).toHaveLength(2);
});
