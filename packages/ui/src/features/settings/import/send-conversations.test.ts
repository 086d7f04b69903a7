import { expect, test } from 'vitest';
import type { Attachment, ImportedConversation, ImportedMessage, ImportRequest } from '@parley/core';
import { ScriptedApi } from '../../../stores/testing/scripted-api.ts';
import { sendConversations } from './send-conversations.ts';

const timestamp = '2026-05-01T10:00:00.000Z';
const message = (id: string, isUser: boolean, more: Partial<ImportedMessage> = {}): ImportedMessage => ({
  id,
  parentId: null,
  isUser,
  text: 'words',
  timestamp,
  status: 'complete',
  ...more,
});

/** Sends one conversation with these files to a server that takes them, and returns what it got. */
async function send(messages: ImportedMessage[], files: [messageId: string, name: string | null][]) {
  const conversation: ImportedConversation = {
    source: 'parley',
    id: 'c',
    title: 'Talk',
    webSearchEnabled: false,
    thinkingModeEnabled: false,
    pinned: false,
    archived: false,
    updatedAt: timestamp,
    lastMessageId: messages.at(-1)?.id ?? '',
    messages,
  };
  const requests: ImportRequest[] = [];
  const { counts } = await sendConversations(
    (async function* () {
      await Promise.resolve();
      const found = files.map(([messageId, name]) => ({
        messageId,
        file: name === null ? null : new File([name], name),
      }));
      yield { conversation, files: found };
    })(),
    {
      api: {
        imports: async () => ({
          ...(await new ScriptedApi().imports()),
          async send(request) {
            await Promise.resolve();
            if (!request.dryRun) requests.push(request);
            return ['new'];
          },
        }),
        async upload({ name }): Promise<Attachment> {
          await Promise.resolve();
          const kind = name.endsWith('.png') ? 'image' : 'text';
          return { id: name, kind, name, type: '', size: 1, url: `/api/files/${name}` };
        },
      },
      importId: 'i',
      signal: new AbortController().signal,
      onProgress() {},
      onWaiting() {},
    },
  );
  return { messages: requests[0]?.conversations[0]?.messages ?? expect.fail('Nothing was sent.'), counts };
}

test('files of a reply that it has no room for are counted as not imported', async () => {
  const { messages, counts } = await send(
    [message('q', true), message('a', false), message('table', false, { text: '' })],
    [
      ['q', 'one.png'],
      ['q', 'two.txt'],
      ['a', 'three.png'],
      ['a', 'four.png'],
      ['table', 'five.csv'],
    ],
  );
  expect(messages.map(({ attachments = [] }) => attachments.map(({ name }) => name))).toEqual([
    ['one.png', 'two.txt'],
    [],
    [],
  ]);
  expect(messages.map(({ imageUrl }) => imageUrl)).toEqual([undefined, '/api/files/three.png', undefined]);
  expect(messages[2]?.text).toBe('[This file isn’t in the export.]');
  expect(counts).toMatchObject({ new: 1, missingFiles: 2 });
});

test('a question that changes an earlier picture refers to it where it was uploaded', async () => {
  const { messages } = await send(
    [
      message('drawn', false, { imageUrl: '/api/files/old?until=1&key=a' }),
      message('change', true, { previousImageUrl: '/api/files/old?until=2&key=b' }),
      message('other', true, { previousImageUrl: '/api/files/lost' }),
    ],
    [['drawn', 'new.png']],
  );
  expect(messages.map(({ previousImageUrl }) => previousImageUrl)).toEqual([
    undefined,
    '/api/files/new.png',
    '/api/files/lost',
  ]);
});
