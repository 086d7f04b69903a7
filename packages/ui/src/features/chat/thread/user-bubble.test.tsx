// @vitest-environment happy-dom
import { afterEach, expect, test } from 'vitest';
import { AppError, withAttachments } from '@parley/core';
import { question, reply, stored } from '../../../stores/testing/scripted-samples.ts';
import { click, fire, mountChat, press, type, type MountedChat } from '../testing/mounted-chat.tsx';
import { MessageRow } from './message-row.tsx';

let page: MountedChat;
afterEach(() => page.unmount());

const thread = {
  status: 'ready',
  nextBefore: null,
  isLoadingOlder: false,
  reply: null,
  messageIds: ['q', 'r'],
} as const;

async function mountQuestion(message = question('q', 'How high is the tide?')) {
  page = await mountChat(<MessageRow conversationId="c" messageId="q" isFirst isLast={false} isNear />, {
    messages: { q: message, r: reply('r', { text: 'High.' }) },
    threads: { c: { ...thread, messageIds: [...thread.messageIds] } },
  });
}

test('the pencil opens the edit form, and Cancel leaves the question unchanged', async () => {
  await mountQuestion();
  await click(page.control('Edit message'));
  const box = page.control('Edit message');
  expect(box).toBeInstanceOf(HTMLTextAreaElement);
  expect(box?.getAttribute('rows')).toBe('3');
  await type(box, 'How low?');
  await click(page.control('Cancel'));
  expect(page.texts('[data-question]')).toEqual(['How high is the tide?']);
});

test('Escape cancels an edit and stops there', async () => {
  await mountQuestion();
  await click(page.control('Edit message'));
  let unhandled = 0;
  const listen = (event: KeyboardEvent) => event.defaultPrevented || unhandled++;
  document.addEventListener('keydown', listen);
  await press(page.control('Edit message'), 'Escape');
  document.removeEventListener('keydown', listen);
  expect(page.chat.getState().editing).toBeNull();
  expect(unhandled).toBe(0);
});

test('Escape during an IME composition leaves the edit open', async () => {
  await mountQuestion();
  await click(page.control('Edit message'));
  await press(page.control('Edit message'), 'Escape', { keyCode: 229 });
  expect(page.chat.getState().editing).not.toBeNull();
});

test.each([{ ctrlKey: true }, { metaKey: true }])('saves and regenerates by shortcut: %o', async (modifier) => {
  await mountQuestion();
  await click(page.control('Edit message'));
  let saved = 0;
  await page.set({ saveEdit: async () => void saved++ } as never);
  await press(page.control('Edit message'), 'Enter');
  expect(saved).toBe(0);
  await press(page.control('Edit message'), 'Enter', modifier);
  expect(saved).toBe(1);
  await click(page.control('Save & Regenerate'));
  expect(saved).toBe(2);
});

test('an edit can be saved while a reply is streaming', async () => {
  await mountQuestion();
  await click(page.control('Edit message'));
  const running = { generationId: null, messageId: 'r', connection: 'live', stopping: false } as const;
  await page.set({ threads: { c: { ...thread, messageIds: ['q', 'r'], reply: running } } });
  expect(page.control('Save & Regenerate')).toHaveProperty('disabled', false);
});

test('the version switch steps through the versions of a question', async () => {
  await mountQuestion({ ...question('q', 'Second?'), versionIds: ['p', 'q', 's'] });
  await page.until(() => page.control('Next version') !== null);
  expect(page.texts('[role=group][aria-label=Versions]')).toEqual(['2 / 3']);
  const asked: number[] = [];
  await page.set({ stepVersion: async (_id: string, _version: string, by: number) => void asked.push(by) } as never);
  await click(page.control('Previous version'));
  await page.until(() => asked.length === 1);
  await click(page.control('Next version'));
  await page.until(() => asked.length === 2);
  expect(asked).toEqual([-1, 1]);
});

test('a picture reserves a place at most 200 px wide, and says when it is gone', async () => {
  const picture = stored('tide', { width: 800, height: 600 });
  await mountQuestion(withAttachments(question('q', ''), [picture]));
  const image = page.host.querySelector('img');
  expect([image?.width, image?.height]).toEqual([200, 150]);
  page.api.failures.set('file', new AppError('not-found'));
  await fire(image, new Event('error'));
  await page.until(() => page.host.textContent.includes('is no longer available'));
});

test('a picture that failed to load offline is not reported as gone, and loads on reconnect', async () => {
  await mountQuestion(withAttachments(question('q', ''), [stored('tide')]));
  page.api.failures.set('ping', new Error('no network'));
  page.api.failures.set('file', new Error('no network'));
  await fire(page.host.querySelector('img'), new Event('error'));
  await page.until(() => page.host.textContent.includes('couldn’t be loaded'));
  await page.until(() => page.host.querySelector('img') !== null);
});

test('a question without text shows its file names', async () => {
  await mountQuestion(withAttachments(question('q', ''), [stored('tide'), stored('moon')]));
  expect(page.host.querySelector<HTMLElement>('[data-question]')?.dataset['files']).toBe('tide.png, moon.png');
});

test('a document opens its extracted text', async () => {
  const document = stored('d', { kind: 'pdf', type: 'application/pdf', name: 'tides.pdf', pages: 2 });
  await mountQuestion(withAttachments(question('q', 'What is in it?'), [document]));
  page.api.documentText = async () => ({ text: 'Ebb and flood.', isCut: true });
  const row = [...page.host.querySelectorAll('button')].find(({ textContent }) => textContent.includes('tides.pdf'));
  expect(row?.textContent).toContain('PDF, 2 pages');
  await click(row ?? null);
  await page.until(() => page.texts('[role=dialog]').join('').includes('Ebb and flood.'));
  expect(page.texts('[role=dialog]').join('')).toContain('only read the beginning');
});
