import { strToU8, zipSync } from 'fflate';
import { expect, test } from 'vitest';
import { openExport, type ConversationToImport } from './read-export.ts';

const NOW = Date.UTC(2026, 10, 23);
const START = Date.UTC(2026, 4, 1) / 1000;

const chat = (id: string, parts: unknown[] = ['Why?'], more: object = {}) => ({
  conversation_id: id,
  title: `About ${id}`,
  create_time: START,
  current_node: 'q',
  mapping: {
    q: { id: 'q', parent: null, message: { author: { role: 'user' }, create_time: START, content: { parts } } },
  },
  ...more,
});
const json = (value: unknown, name = 'conversations.json') => new File([JSON.stringify(value)], name);
const zip = (entries: Record<string, unknown>, name = 'export.zip') => {
  const bytes = Object.entries(entries).map(([path, value]) => [
    path,
    value instanceof Uint8Array ? value : strToU8(typeof value === 'string' ? value : JSON.stringify(value)),
  ]);
  return new File([zipSync(Object.fromEntries(bytes) as Record<string, Uint8Array>)], name);
};

async function preview(...files: File[]) {
  const shares: number[] = [];
  const found = await (await openExport(files, NOW)).preview((share) => shares.push(share));
  return { ...found, keys: found.conversations.map(({ key }) => key).toSorted(), shares };
}

async function read(...files: File[]): Promise<ConversationToImport[]> {
  const opened = await openExport(files, NOW);
  const { conversations } = await opened.preview(() => {});
  return Array.fromAsync(opened.read(new Set(conversations.map(({ key }) => key))));
}

test('reads the numbered parts of several ZIPs and names the one that is missing', async () => {
  const first = zip({
    'conversations-000.json': [chat('a')],
    'user.json': { id: 'me' },
    'shared_conversations.json': [{ id: 's', title: 'x' }],
    'chat.html': '<html>',
  });
  const last = zip({ 'conversations-002.json': [chat('b'), chat('a')], 'export_manifest.json': { parts: 3 } });
  const { keys, problems, broken, shares } = await preview(first, last);
  expect(keys).toEqual(['chatgpt a', 'chatgpt b']);
  expect(broken).toBe(0);
  expect(problems).toEqual([
    { file: 'conversations-001.json', problem: 'conversations-001.json is missing. Choose all parts of the export.' },
  ]);
  expect(shares.at(-1)).toBeLessThanOrEqual(1);
});

test('names the last parts when only the manifest knows of them, and reads on when it is damaged', async () => {
  const files = { 'conversations-000.json': [chat('a')] };
  const parts = [
    { zip: 'part-1.zip', files: ['conversations-000.json'] },
    { 'data/conversations-001.json': { bytes: 7 } },
  ];
  const { keys, problems } = await preview(zip({ ...files, 'export_manifest.json': { version: 1, parts } }));
  expect(keys).toEqual(['chatgpt a']);
  expect(problems).toEqual([
    { file: 'conversations-001.json', problem: 'conversations-001.json is missing. Choose all parts of the export.' },
  ]);
  expect((await preview(zip({ ...files, 'export_manifest.json': '{"parts":' }))).problems).toEqual([]);
});

test('counts broken conversations and reads the others', async () => {
  const { keys, broken, earliest } = await preview(json([{ title: 'no mapping' }, chat('a'), chat('b', ['  ']), 7]));
  expect([keys, broken, earliest]).toEqual([['chatgpt a'], 2, new Date(START * 1000).toISOString()]);
});

test('finds pictures by the address in a message and gives them their names back', async () => {
  const pointer = { asset_pointer: 'sediment://file_0a1b2c' };
  const lost = { asset_pointer: 'file-service://file-LOST' };
  const [found] = await read(
    zip({
      'conversations.json': [chat('a', [pointer, 'Look', lost])],
      'file_0a1b2c-sanitized.dat': new Uint8Array([1, 2, 3]),
      'conversation_asset_file_names.json': { 'file_0a1b2c-sanitized.dat': 'tide.png' },
    }),
  );
  expect(found?.files.map(({ messageId, file }) => [messageId, file?.name, file?.size])).toEqual([
    ['q', 'tide.png', 3],
    ['q', undefined, undefined],
  ]);
});

test('takes the names of files from each part of an export', async () => {
  const part = (id: string) =>
    zip({
      [`conversations-00${id}.json`]: [chat(id, [{ asset_pointer: `sediment://file_${id}` }])],
      [`file_${id}-sanitized.dat`]: new Uint8Array([1]),
      'conversation_asset_file_names.json': { [`file_${id}-sanitized.dat`]: `tide ${id}.png` },
    });
  const found = await read(part('0'), part('1'));
  expect(found.flatMap(({ files }) => files.map(({ file }) => file?.name))).toEqual(['tide 0.png', 'tide 1.png']);
});

test('finds files by names with signs of an address, and by the paths of LibreChat', async () => {
  const files = [{ filename: 'C# & why?.txt' }, { filepath: '/images/u/0a1b__tide.png?v=2' }, { filename: 'lost.pdf' }];
  const messages = [{ messageId: 'q', isCreatedByUser: true, text: 'Look', files }];
  const exported = { conversationId: 'c', title: 'Tides', messages };
  const entries = { 'C# & why?.txt': 'words', 'images/0a1b__tide.png': new Uint8Array([1, 2]) };
  const [found] = await read(zip({ 'conversation.json': exported, ...entries }));
  expect(found?.files.map(({ file }) => file?.name)).toEqual(['C# & why?.txt', '0a1b__tide.png', undefined]);
});

test('reads Claude’s documents from the text in its messages', async () => {
  const attachments = [{ file_name: 'notes.txt', extracted_content: 'The tide' }];
  const message = { uuid: 'm', sender: 'human', text: 'Sum up', created_at: '2026-05-01T10:00:00Z', attachments };
  const [found] = await read(json([{ uuid: 'c', name: 'Notes', chat_messages: [message] }]));
  const [document] = found?.files ?? [];
  expect([document?.file?.name, await document?.file?.text()]).toEqual(['notes.txt', 'The tide']);
});

test('reads Parley’s own export, an account’s export without its trash, and half a surrogate pair', async () => {
  const message = { id: 'm', parentId: null, text: 'half \ud800', isUser: true, timestamp: '2026-05-01T10:00:00.000Z' };
  const own = (id: string) => ({ id, title: 'Own', updatedAt: message.timestamp, webSearchEnabled: true });
  const whole = (id: string) => ({ ...own(id), currentBranch: ['m'], messages: [{ ...message, status: 'complete' }] });
  const file = json({ format: 'parley-conversations', version: 1, conversations: [whole('a'), whole('b')] });
  expect((await preview(file)).keys).toEqual(['parley a', 'parley b']);
  const account = zip({
    'account.json': { user: {} },
    'conversations/2026 Own.json': whole('c'),
    'deleted/2026 Own.json': { ...whole('d'), deletedAt: message.timestamp },
  });
  expect((await preview(account)).keys).toEqual(['parley c']);
  const [found] = await read(file);
  expect(found?.conversation.messages[0]).toMatchObject({ text: expect.stringMatching(/^half ./) as string });
});

test('gives the files of an account’s export their names back', async () => {
  const timestamp = '2026-05-01T10:00:00.000Z';
  const id = 'kRAI-Io7WDzQAugonPDgRN4VPMz5DHBC';
  const attachments = [{ id, name: 'tide & <b>.png', url: `/api/files/${id}?until=1&key=x` }];
  const asked = { id: 'm', parentId: null, text: 'Look', isUser: true, timestamp, status: 'complete', attachments };
  const drawn = {
    ...asked,
    id: 'n',
    isUser: false,
    attachments: [{ name: 7 }],
    imageUrl: '/api/files/drawnBy-_Parley00',
  };
  const own = { id: 'c', title: 'Own', updatedAt: timestamp, webSearchEnabled: true, messages: [asked, drawn] };
  const files = {
    [`files/${id} tide & _b_.png`]: new Uint8Array([1]),
    'files/drawnBy-_Parley00 a.png': new Uint8Array([2, 3]),
  };
  const [found] = await read(zip({ 'conversations/Own.json': own, ...files }));
  expect(found?.files.map(({ messageId, file }) => [messageId, file?.name, file?.size])).toEqual([
    ['m', 'tide & <b>.png', 1],
    ['n', 'drawnBy-_Parley00 a.png', 2],
  ]);
});

test('gives back an attached file that is JSON itself, and reads no conversations in it', async () => {
  const [chatgptId, parleyId] = ['file-CCjXwN2EWZPFUSPxTmsy7M', 'kRAI-Io7WDzQAugonPDgRN4VPMz5DHBC'];
  const attached = { attachments: [{ id: chatgptId, name: 'settings.json' }] };
  const asked = chat('a');
  Object.assign(asked.mapping.q.message, { metadata: attached });
  const timestamp = '2026-05-01T10:00:00.000Z';
  const attachments = [{ id: parleyId, name: 'old.json', url: `/api/files/${parleyId}` }];
  const message = { id: 'm', parentId: null, text: 'Look', isUser: true, timestamp, status: 'complete', attachments };
  const own = { id: 'c', title: 'Own', updatedAt: timestamp, webSearchEnabled: true, messages: [message] };
  const file = zip({
    'conversations.json': [asked],
    [`${chatgptId}-settings.json`]: '{"a": // with a comment',
    'conversations/2026-05-01 Own c.json': own,
    [`files/${parleyId} old.json`]: [chat('old')],
  });
  expect(await preview(file)).toMatchObject({ keys: ['chatgpt a', 'parley c'], broken: 0, problems: [] });
  const found = (await read(file)).flatMap(({ files }) => files.map((each) => each.file));
  expect(found.map((each) => each?.name).toSorted()).toEqual(['old.json', 'settings.json']);
});

test('reads past the notes that macOS adds to a ZIP', async () => {
  const note = new Uint8Array([0, 5, 22, 7, 0, 2, 0, 0]);
  const { keys, problems } = await preview(
    zip({ 'export/conversations.json': [chat('a')], '__MACOSX/export/._conversations.json': note }),
  );
  expect([keys, problems]).toEqual([['chatgpt a'], []]);
});

test('a picture in an address that is cut off is missing, and the rest is imported', async () => {
  const files = ['AAAA', 'AAAAA', 'A=A='].map((packed) => ({ type: 'image', url: `data:image/png;base64,${packed}` }));
  const messages = { q: { id: 'q', role: 'user', content: 'Look', files } };
  const [found] = await read(json([{ id: 'o', title: 'Talk', chat: { history: { messages } } }], 'chats.json'));
  expect(found?.files.map(({ file }) => file?.size)).toEqual([3, undefined, undefined]);
});

test('says what is wrong with files that are no export', async () => {
  const problemOf = async (file: File) => (await preview(file)).problems.map(({ problem }) => problem).join();
  expect(await problemOf(new File(['hello'], 'a.json'))).toBe('a.json is neither a ZIP nor a JSON file.');
  expect(await problemOf(new File([], 'a.zip'))).toBe('a.zip is neither a ZIP nor a JSON file.');
  expect(await problemOf(new File(['PK\u0003\u0004 cut off'], 'a.zip'))).toMatch(/^a.zip isn’t a complete ZIP file/);
  expect(await problemOf(new File(['[{"mapping": {'], 'a.json'))).toMatch(/^a.json is damaged or cut off/);
  expect(await problemOf(new File(['{"a": '], 'a.json'))).toMatch(/^a.json is damaged or cut off/);
  expect(await problemOf(zip({ 'inner.zip': zipSync({ a: strToU8('b') }) }))).toMatch(/^inner.zip is a ZIP in a ZIP/);
  expect(await problemOf(json({ files: ['https://example.com/a.zip'] }, 'a.json'))).toMatch(
    /^a.json has no conversations/,
  );
  const bytes = zipSync({ 'conversations.json': strToU8('[]') });
  // Sets the flag of an encrypted entry in both of its headers.
  const flagged = Uint8Array.from(bytes);
  const central = flagged.findLastIndex(
    (_, at) => flagged[at] === 0x50 && flagged[at + 2] === 1 && flagged[at + 3] === 2,
  );
  for (const at of [6, central + 8]) flagged[at] = (flagged[at] ?? 0) | 1;
  expect(await problemOf(new File([flagged], 'a.zip'))).toMatch(/^a.zip is protected by a password/);
});

test.each(['{"map', '{"mapping": oops}]', '['.repeat(1e6)])('keeps what precedes %.20s in a file', async (damage) => {
  const { keys, problems } = await preview(
    new File([`[${JSON.stringify(chat('a'))}, ${damage}`], 'conversations.json'),
  );
  expect([keys, problems.length]).toEqual([['chatgpt a'], 1]);
});

test('stops at a conversation of many small or nested values, which would fill the memory', async () => {
  const nested = ['[', '{"a":', '{"a":['].map((unit) => `[{"mapping":${unit.repeat(50_000)}`);
  const bombs = [...nested, `{"mapping":${'['.repeat(50_000)}`, `[{"mapping":[0${',{}'.repeat(3_000_000)}`];
  for (const bomb of bombs) {
    const { problems } = await preview(zip({ 'conversations.json': bomb }));
    expect(problems.map(({ problem }) => problem)).toEqual([
      'conversations.json has a conversation that is too large to read.',
    ]);
  }
});

test('stops at a conversation of 64 MB, as a ZIP bomb has it', async () => {
  const bomb = zip({ 'conversations.json': `[{"title":"${'x'.repeat(70 * 1024 * 1024)}"}]` });
  expect(bomb.size).toBeLessThan(1024 * 1024);
  const { problems } = await preview(bomb);
  expect(problems[0]?.problem).toBe('conversations.json has a conversation that is too large to read.');
});

test('leaves out a picture whose ZIP entry is larger than it claims', async () => {
  const actual = 3 * 1024 * 1024;
  const pictures = { 'file_0a-x.dat': new Uint8Array(actual) };
  const bomb = zip({
    'conversations.json': [chat('a', [{ asset_pointer: 'sediment://file_0a' }, 'Look'])],
    ...pictures,
  });
  const bytes = new Uint8Array(await bomb.arrayBuffer());
  const view = new DataView(bytes.buffer);
  for (let at = 0; at < bytes.length - 4; at++) {
    if (view.getUint32(at, true) === actual) view.setUint32(at, 1_000, true);
  }
  const [found] = await read(new File([bytes], 'export.zip'));
  expect(found?.files).toEqual([{ messageId: 'q', file: null }]);
});

test('reads the conversations behind 5 GB of pictures from a ZIP in the 64-bit format', async () => {
  const small = zipSync({ 'conversations.json': strToU8(JSON.stringify([chat('a')])) });
  const { keys, problems } = await preview(largeZip(5 * 1024 ** 3, small));
  expect([keys, problems]).toEqual([['chatgpt a'], []]);
});

/** A ZIP with an entry of this many bytes before the only entry of a small ZIP. Only the slices that are read exist. */
function largeZip(hole: number, small: Uint8Array): File {
  const smallDirectory = new DataView(small.buffer).getUint32(small.length - 6, true);
  const name = strToU8('video.mp4');
  const local = record([
    [4, 0x04034b50],
    [2, 45],
    [12, 0],
    [4, 0xffffffff],
    [4, 0xffffffff],
    [2, name.length],
    [2, 20],
  ]);
  const sizes = record([
    [2, 1],
    [2, 16],
    [8, hole],
    [8, hole],
  ]);
  const first = Buffer.concat([local, name, sizes]);
  const second = first.length + hole;
  const directoryAt = second + smallDirectory;
  const listed = record([
    [4, 0x02014b50],
    [2, 45],
    [2, 45],
    [12, 0],
    [4, 0xffffffff],
    [4, 0xffffffff],
    [2, name.length],
    [2, 20],
    [14, 0],
  ]);
  const entry = Buffer.from(small.subarray(smallDirectory, small.length - 22));
  const nameEnd = 46 + entry.readUInt16LE(28);
  entry.writeUInt16LE(12, 30);
  entry.writeUInt32LE(0xffffffff, 42);
  const place = record([
    [2, 1],
    [2, 8],
    [8, second],
  ]);
  const directory = Buffer.concat([listed, name, sizes, entry.subarray(0, nameEnd), place]);
  const end = record([
    [4, 0x06064b50],
    [8, 44],
    [2, 45],
    [2, 45],
    [8, 0],
    [8, 2],
    [8, 2],
    [8, directory.length],
    [8, directoryAt],
    [4, 0x07064b50],
    [4, 0],
    [8, directoryAt + directory.length],
    [4, 1],
    [4, 0x06054b50],
    [4, 0],
    [2, 0xffff],
    [2, 0xffff],
    [4, 0xffffffff],
    [4, 0xffffffff],
    [2, 0],
  ]);
  const rest = Buffer.concat([small.subarray(0, smallDirectory), directory, end]);
  const size = second + rest.length;
  const slice = (from: number, to: number) => {
    const bytes = new Uint8Array(Math.min(to, size) - from);
    if (from < first.length) bytes.set(first.subarray(from, to));
    const at = Math.max(from, second);
    if (to > second) bytes.set(rest.subarray(at - second, to - second), at - from);
    return new Blob([bytes]);
  };
  return { name: 'export.zip', size, slice } as File;
}

/** Little-endian numbers of 2 or 4 bytes; of longer ones, the upper bytes follow. */
function record(fields: [bytes: number, value: number][]): Buffer {
  return Buffer.concat(
    fields.map(([bytes, value]) => {
      const field = Buffer.alloc(bytes);
      field.writeUIntLE(value, 0, Math.min(bytes, 6));
      return field;
    }),
  );
}
