import { expect, test } from 'vitest';
import { ImportedConversation } from '../api/chat/import.ts';
import { MAX_TITLE_LENGTH } from '../chat/conversation.ts';
import { readEntry } from './read-entry.ts';

const NOW = Date.UTC(2026, 10, 23);
const AT = '2026-05-01T10:00:00.000Z';

function read(value: unknown) {
  const entry = readEntry(value, NOW);
  if (entry === null || typeof entry === 'string') expect.fail(`It is ${entry}.`);
  const conversation = ImportedConversation.parse(entry.conversation);
  const tree = conversation.messages.map(({ id, parentId, text }) => [id, parentId, text]);
  return { ...entry, conversation, tree };
}

test('Claude’s messages are a tree by their parents, and tools are not shown', () => {
  const message = (uuid: string, sender: string, text: string, more: object = {}) => ({
    uuid,
    sender,
    created_at: AT,
    content: [{ type: 'text', text }],
    ...more,
  });
  const { conversation, tree } = read({
    uuid: 'c',
    name: 'Notes',
    current_leaf_message_uuid: 'a1',
    chat_messages: [
      message('q', 'human', 'Why?', { parent_message_uuid: '00000000-0000-4000-8000-000000000000' }),
      message('a1', 'assistant', '', {
        parent_message_uuid: 'q',
        content: [
          { type: 'thinking', thinking: 'Hm' },
          { type: 'tool_use', name: 'search' },
          { type: 'text', text: 'Because.' },
        ],
      }),
      message('a2', 'assistant', 'Hence.', { parent_message_uuid: 'q' }),
      message('empty', 'assistant', ' ', { parent_message_uuid: 'a1' }),
      message('system', 'system', 'Be nice'),
    ],
  });
  expect(tree).toEqual([
    ['q', null, 'Why?'],
    ['a1', 'q', 'Because.'],
    ['a2', 'q', 'Hence.'],
  ]);
  expect(conversation).toMatchObject({ source: 'claude', title: 'Notes', lastMessageId: 'a1', updatedAt: AT });
  expect(conversation.messages[1]?.reasoningContent).toBe('Hm');
});

test('messages of older Claude exports follow each other', () => {
  const said = (uuid: string, sender: string) => ({ uuid, sender, text: uuid, created_at: AT });
  const { tree } = read({ uuid: 'c', name: '', chat_messages: [said('a', 'human'), said('b', 'assistant')] });
  expect(tree).toEqual([
    ['a', null, 'a'],
    ['b', 'a', 'b'],
  ]);
});

test('a Claude message with a document alone is kept, with the document’s text', () => {
  const attachments = [{ file_name: '', extracted_content: 'words' }, { file_name: 'lost.pdf' }];
  const { tree, files } = read({ uuid: 'c', chat_messages: [{ uuid: 'q', sender: 'human', text: '', attachments }] });
  expect(tree).toEqual([['q', null, '']]);
  expect(files).toEqual([
    { messageId: 'q', reference: 'lost.pdf' },
    { messageId: 'q', name: 'Pasted text.txt', text: 'words' },
  ]);
});

test('a Claude message names each of its pictures once, and no document that it has as text', () => {
  const attachments = [{ file_name: 'cv.docx', extracted_content: 'words' }];
  const files = [{ file_name: 'cv.docx' }, { file_name: 'tide.png' }, { file_name: 'old.png' }, 7, { file_name: '' }];
  const files_v2 = [{ file_name: 'tide.png', file_uuid: '0a1b-2c' }, { file_uuid: '3d4e-5f' }];
  const message = { uuid: 'q', sender: 'human', text: '', attachments, files, files_v2 };
  const found = read({ uuid: 'c', chat_messages: [message] });
  expect(found.tree).toEqual([['q', null, '']]);
  expect(found.files).toEqual([
    { messageId: 'q', reference: '0a1b-2c' },
    { messageId: 'q', reference: 'old.png' },
    { messageId: 'q', reference: '3d4e-5f' },
    { messageId: 'q', name: 'cv.docx', text: 'words' },
  ]);
});

test('LibreChat’s files are named by their paths, and a message with a file alone is kept', () => {
  const files = [
    { filepath: '/images/u/0a1b__tide.png?v=2', filename: 'tide.png' },
    { filepath: 'vectordb', filename: 'report.pdf' },
    { type: 'web_search' },
  ];
  const drawn = { filepath: '/images/u/drawn.webp' };
  const content = [{ type: 'image_file', image_file: drawn }];
  const messages = [
    { messageId: 'q', isCreatedByUser: true, text: '', files },
    { messageId: 'a', parentMessageId: 'q', isCreatedByUser: false, content, attachments: [drawn, null] },
  ];
  const found = read({ conversationId: 'c', messages });
  expect(found.tree).toEqual([
    ['q', null, ''],
    ['a', 'q', ''],
  ]);
  expect(found.files).toEqual([
    { messageId: 'q', reference: '/images/u/0a1b__tide.png?v=2' },
    { messageId: 'q', reference: 'report.pdf' },
    { messageId: 'a', reference: '/images/u/drawn.webp' },
  ]);
});

test('LibreChat’s list and its tree of messages give the same conversation', () => {
  const root = '00000000-0000-0000-0000-000000000000';
  const said = (messageId: string, parentMessageId: string, isCreatedByUser: boolean, more: object = {}) => ({
    messageId,
    parentMessageId,
    isCreatedByUser,
    text: messageId,
    createdAt: AT,
    ...more,
  });
  const content = [{ type: 'think', think: 'Hm' }, { type: 'text', text: { value: 'a1' } }, { type: 'tool_call' }];
  const [q, a1, a2] = [said('q', root, true), said('a1', 'q', false, { text: '', content }), said('a2', 'q', false)];
  const failed = said('failed', 'a2', false, { error: true });
  const head = { conversationId: 'l', title: 'Talk', options: {} };
  const flat = read({ ...head, messages: [q, a1, a2, failed] });
  expect(flat.tree).toEqual([
    ['q', null, 'q'],
    ['a1', 'q', 'a1'],
    ['a2', 'q', 'a2'],
  ]);
  expect(flat.conversation.messages[1]?.reasoningContent).toBe('Hm');
  const children = [a1, { ...a2, children: [failed] }];
  const recursive = read({ ...head, recursive: true, messages: [{ ...q, children }] });
  expect(recursive.conversation).toEqual(flat.conversation);
});

test('LibreChat’s export with nested messages keeps them in another field', () => {
  const said = (messageId: string, isCreatedByUser: boolean, ...children: object[]) => ({
    messageId,
    isCreatedByUser,
    text: messageId,
    children,
  });
  const messagesTree = [said('q', true, said('a1', false, said('q2', true)), said('a2', false))];
  const found = read({ conversationId: 'l', title: 'Talk', branches: true, recursive: true, messagesTree });
  expect(found.tree).toEqual([
    ['q', null, 'q'],
    ['a1', 'q', 'a1'],
    ['q2', 'a1', 'q2'],
    ['a2', 'q', 'a2'],
  ]);
});

test.each([
  [String.raw`It rains.\ue202turn0search0`, 'It rains.'],
  [String.raw`\ue203It rains.\ue204 \ue200\ue202turn0search0\ue202turn1news12\ue201Yes.`, 'It rains. Yes.'],
  ['It rains.\ue200\ue202turn0search0\ue202turn0ref1\ue201', 'It rains.'],
  [String.raw`The character \ue200 is for private use.`, String.raw`The character \ue200 is for private use.`],
])('LibreChat’s citations in %j are left out', (text, shown) => {
  const messages = [{ messageId: 'a', isCreatedByUser: false, text }];
  expect(read({ conversationId: 'l', messages }).tree).toEqual([['a', null, shown]]);
});

test('an artifact of LibreChat is its code below its title', () => {
  const artifact =
    ':::artifact{identifier="tides" type="text/html" title="Tides & _moon_"}\n```html\n<p>:::</p>\n```\n:::';
  const messages = [{ messageId: 'a', isCreatedByUser: false, text: `Here:\n\n${artifact}\n\nOpen it.` }];
  const shown = 'Here:\n\n\n**Tides \\& \\_moon\\_**\n\n```html\n<p>:::</p>\n```\n\n\nOpen it.';
  expect(read({ conversationId: 'l', messages }).tree).toEqual([['a', null, shown]]);
});

test('what Claude’s export says in place of a tool is no answer', () => {
  const tool = '```\nThis block is not supported on your current device yet.\n```';
  const said = (uuid: string, sender: string, text: string, content: object[] = []) => ({
    uuid,
    sender,
    text,
    content,
  });
  const called = { type: 'tool_use', name: 'web_search' };
  const { tree } = read({
    uuid: 'c',
    chat_messages: [
      said('q', 'human', `What is ${tool}?`),
      said('stopped', 'assistant', `${tool}\n\n\n${tool}`, [called]),
      said('a', 'assistant', `Let me look.\n${tool}\n\nIt rains.`),
    ],
  });
  expect(tree).toEqual([
    ['q', null, `What is ${tool}?`],
    ['a', 'q', 'Let me look.\n\nIt rains.'],
  ]);
});

test('Open WebUI’s documents come with the text that it has of them, and others are named', () => {
  const file = { filename: 'cv.pdf', data: { content: 'My CV' } };
  const files = [
    { type: 'file', id: 'f1', name: 'cv.pdf', url: 'f1', file },
    { type: 'file', id: 'f2', name: 'lost.pdf', url: 'f2', file: { data: {} } },
    { type: 'collection', name: 'Handbook' },
  ];
  const messages = { q: { id: 'q', role: 'user', content: '', files } };
  const found = read({ id: 'o', chat: { history: { messages } } });
  expect(found.tree).toEqual([['q', null, '']]);
  expect(found.files).toEqual([
    { messageId: 'q', reference: 'lost.pdf' },
    { messageId: 'q', name: 'cv.pdf', text: 'My CV' },
  ]);
});

test('Open WebUI’s reasoning, tool calls and sources are not part of the answer', () => {
  const answer = [
    '<details type="reasoning" done="true" duration="3">\n<summary>Thought for 3 seconds</summary>\n> Hm\n> so\n</details>',
    '<details type="tool_calls" name="search"></details>Because.',
  ].join('\n');
  const sources = [{ source: { url: 'https://example.com/a' } }, { source: { url: 'javascript:alert(1)' } }];
  const picture = { type: 'image', url: 'data:image/png;base64,AAAA' };
  const messages = {
    q: { id: 'q', parentId: null, role: 'user', content: 'Why?', timestamp: Date.parse(AT) / 1000, files: [picture] },
    a: { id: 'a', parentId: 'q', role: 'assistant', content: answer, timestamp: Date.parse(AT) / 1000, sources },
    s: { id: 's', parentId: 'a', role: 'system', content: 'Be nice' },
  };
  const { conversation, tree, files } = read({
    id: 'o',
    title: 'Talk',
    chat: { history: { messages, currentId: 'a' } },
  });
  expect(tree).toEqual([
    ['q', null, 'Why?'],
    ['a', 'q', 'Because.'],
  ]);
  expect(conversation.messages[1]).toMatchObject({ reasoningContent: 'Hm\nso', sources: ['https://example.com/a'] });
  expect(conversation).toMatchObject({ source: 'open-webui', updatedAt: AT, lastMessageId: 'a' });
  expect(files).toEqual([{ messageId: 'q', reference: picture.url }]);
  const list = read({ id: 'o', chat: { title: 'Old', messages: Object.values(messages) } });
  expect([list.tree, list.conversation.title]).toEqual([tree, 'Old']);
});

test('reasoning that Open WebUI has written as HTML is read as text', () => {
  const reasoning = '&gt; It&#x27;s &lt;b&gt;, not &quot;&amp;lt;&quot;\n&gt; so\n&gt; &gt; quoted';
  const content = `<details type="reasoning" done="true">\n<summary>Thought</summary>\n${reasoning}\n</details>\n&lt;b&gt;.`;
  const messages = { a: { id: 'a', role: 'assistant', content } };
  const { conversation, tree } = read({ id: 'o', chat: { history: { messages } } });
  expect(conversation.messages[0]?.reasoningContent).toBe(`It's <b>, not "&lt;"\nso\n> quoted`);
  expect(tree).toEqual([['a', null, '&lt;b&gt;.']]);
});

test('a chat that was archived or pinned in Open WebUI stays so', () => {
  const chat = { history: { messages: { q: { id: 'q', role: 'user', content: 'Why?' } } } };
  expect(read({ id: 'o', chat, archived: true }).conversation).toMatchObject({ pinned: false, archived: true });
  expect(read({ id: 'o', chat, pinned: true }).conversation).toMatchObject({ pinned: true, archived: false });
});

test('a picture that ChatGPT drew is a reply with it', () => {
  const content = { content_type: 'multimodal_text', parts: [{ asset_pointer: 'sediment://file_1' }] };
  const node = (id: string, parent: string | null, role: string, own: object) => ({
    id,
    parent,
    message: { author: { role }, create_time: Date.parse(AT) / 1000, content: own },
  });
  const mapping = { q: node('q', null, 'user', { parts: ['Draw'] }), t: node('t', 'q', 'tool', content) };
  const { tree, files } = read({ id: 'c', mapping });
  expect(tree.at(-1)).toEqual(['t', 'q', '']);
  expect(files).toEqual([{ messageId: 't', reference: 'sediment://file_1' }]);
});

test('a chart that a program of ChatGPT drew is a reply with it, and what it printed is not shown', () => {
  const ran = (id: string, parent: string | null, messages: object[]) => ({
    id,
    parent,
    message: {
      author: { role: 'tool', name: 'python' },
      content: { content_type: 'execution_output', text: '42' },
      metadata: { aggregate_result: { status: 'success', messages } },
    },
  });
  const chart = { message_type: 'image', image_url: 'file-service://file-1' };
  const mapping = { a: ran('a', null, [{ message_type: 'stream', text: '42' }]), b: ran('b', 'a', [chart]) };
  const { tree, files } = read({ id: 'c', mapping });
  expect(tree).toEqual([['b', null, '']]);
  expect(files).toEqual([{ messageId: 'b', reference: 'file-service://file-1' }]);
});

test('several pictures that ChatGPT drew at once are replies that follow each other', () => {
  const node = (id: string, parent: string | null, role: string, parts: unknown[]) => ({
    id,
    parent,
    message: { author: { role }, content: { content_type: 'multimodal_text', parts } },
  });
  const drawn = [1, 2, 3].map((number) => ({ asset_pointer: `file-service://file-${number}` }));
  const nodes = [
    node('q', null, 'user', ['Draw']),
    node('t', 'q', 'tool', drawn),
    node('a', 't', 'assistant', ['There.']),
  ];
  const mapping = Object.fromEntries(nodes.map((each) => [each.id, each]));
  const { conversation, tree, files } = read({ id: 'c', mapping, current_node: 't' });
  expect(tree).toEqual([
    ['q', null, 'Draw'],
    ['t', 'q', ''],
    ['t 2', 't', ''],
    ['t 3', 't 2', ''],
    ['a', 't 3', 'There.'],
  ]);
  expect(conversation.lastMessageId).toBe('t 3');
  expect(files).toEqual([
    { messageId: 't', reference: 'file-service://file-1' },
    { messageId: 't 2', reference: 'file-service://file-2' },
    { messageId: 't 3', reference: 'file-service://file-3' },
  ]);
});

test('a message of a megabyte is cut, and says so', () => {
  const { conversation } = read({
    uuid: 'c',
    chat_messages: [{ uuid: 'q', sender: 'human', text: 'x'.repeat(2 ** 20) }],
  });
  expect(conversation.messages[0]?.text).toMatch(
    /^x{200000}\n\n\[Cut during import: the original has 1048576 characters\.\]$/,
  );
});

test('other values of an export are no conversations, and damaged ones are broken or empty', () => {
  for (const value of [
    null,
    7,
    'text',
    [],
    {},
    { uuid: 'p', name: 'A project', docs: [] },
    { id: 's', conversation_id: 'c' },
  ])
    expect(readEntry(value, NOW)).toBeNull();
  const damaged = [{ current_node: 'a' }, { chat_messages: 7 }, { chat: null }, { conversationId: 'l', messages: 7 }];
  for (const value of [
    ...damaged,
    { webSearchEnabled: true },
    { chat_messages: [{ uuid: 'q', sender: 'human', text: 'x' }] },
  ])
    expect(readEntry(value, NOW)).toBe('broken');
  expect(readEntry({ uuid: 'c', chat_messages: [null, 7] }, NOW)).toBe('empty');
});

test('a conversation of Parley is sent without the copies of its texts, which the server makes again', () => {
  const reply = { text: 'So.', reasoningContent: 'Hm', thinkingContent: 'Hm', answerContent: 'So.', mode: 'thinking' };
  const message = { id: 'm', parentId: null, isUser: false, timestamp: AT, status: 'complete', ...reply };
  const flags = { webSearchEnabled: false, thinkingModeEnabled: true, pinned: false, archived: false };
  const own = { id: 'c', title: 'Own', updatedAt: AT, currentBranch: ['m'], ...flags, messages: [message] };
  const { conversation } = read(own);
  const found = readEntry(own, NOW);
  expect(JSON.stringify(found)).not.toMatch(/thinkingContent|answerContent/);
  expect(conversation.messages[0]).toMatchObject({ text: 'So.', reasoningContent: 'Hm', mode: 'thinking' });
});

test('a conversation of Parley with a damaged message or time is broken, and a title of a megabyte is cut', () => {
  const message = { id: 'm', parentId: null, text: 'Why?', isUser: true, timestamp: AT, status: 'complete' };
  const own = { id: 'c', title: 'Own', updatedAt: AT, currentBranch: ['m'], messages: [message] };
  for (const damage of [
    { updatedAt: 'yesterday' },
    { messages: [message, null] },
    { messages: [{ ...message, text: 7 }] },
    { messages: [{ ...message, timestamp: 'yesterday' }] },
  ])
    expect(readEntry({ ...own, ...damage }, NOW)).toBe('broken');
  const found = readEntry({ ...own, title: 'T'.repeat(1024 * 1024) }, NOW);
  expect(typeof found === 'object' && found?.conversation.title.length).toBeLessThanOrEqual(MAX_TITLE_LENGTH + 1);
});
