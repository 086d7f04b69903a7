import { expect, test } from 'vitest';
import { ImportedConversation } from '../api/chat/import.ts';
import { MAX_TITLE_LENGTH } from '../chat/conversation.ts';
import { readChatgpt } from './read-chatgpt.ts';

const NOW = Date.UTC(2026, 10, 23);
const START = Date.UTC(2026, 4, 1) / 1000;

const node = (id: string, parent: string | null, role: string, text: string, more: object = {}) => ({
  id,
  parent,
  message: { author: { role }, create_time: START, content: { content_type: 'text', parts: [text] }, ...more },
});
const entry = (nodes: { id: string }[], more: object = {}) => ({
  conversation_id: 'talk',
  title: 'A talk',
  create_time: START,
  mapping: Object.fromEntries(nodes.map((each) => [each.id, each])),
  ...more,
});
function readWithFiles(nodes: { id: string }[], more?: object) {
  const found = readChatgpt(entry(nodes, more), NOW);
  return typeof found === 'string' ? expect.fail(found) : found;
}
function read(nodes: { id: string }[], more?: object): ImportedConversation {
  return ImportedConversation.parse(readWithFiles(nodes, more).conversation);
}

test('two answers to a question become its versions, and the shown one ends the branch', () => {
  const nodes = [
    { id: 'root', parent: null, message: null },
    node('q', 'root', 'user', 'Why?'),
    node('a1', 'q', 'assistant', 'Because.'),
    node('a2', 'q', 'assistant', 'Hence.'),
  ];
  const { messages, lastMessageId } = read(nodes, { current_node: 'a1' });
  expect(messages.map(({ id, parentId, text }) => [id, parentId, text])).toEqual([
    ['q', null, 'Why?'],
    ['a1', 'q', 'Because.'],
    ['a2', 'q', 'Hence.'],
  ]);
  expect(lastMessageId).toBe('a1');
});

test('system, tool, hidden, reasoning and empty messages are left out, and what follows them stays attached', () => {
  const hidden = { metadata: { is_visually_hidden_from_conversation: true } };
  const thoughts = { content: { content_type: 'thoughts', thoughts: [] } };
  const nodes = [
    node('s', null, 'system', 'Be nice'),
    node('q', 's', 'user', 'Why?'),
    node('h', 'q', 'user', 'Context', hidden),
    node('call', 'h', 'assistant', 'search()', { recipient: 'web' }),
    node('tool', 'call', 'tool', 'results'),
    node('t', 'tool', 'assistant', '', thoughts),
    node('e', 't', 'assistant', '  '),
    node('a', 'e', 'assistant', 'Because.'),
  ];
  expect(read(nodes).messages.map(({ id, parentId }) => [id, parentId])).toEqual([
    ['q', null],
    ['a', 'q'],
  ]);
});

test('the thoughts before a reply become its reasoning, and those of another reply do not', () => {
  const thoughts = (...list: (object | null)[]) => ({ content: { content_type: 'thoughts', thoughts: list } });
  const recap = { content: { content_type: 'reasoning_recap', content: 'Thought for 5s' } };
  const nodes = [
    node('q', null, 'user', 'Why?'),
    node('t1', 'q', 'assistant', '', thoughts({ summary: 'Looking', content: 'I look it up.' })),
    node('call', 't1', 'assistant', 'search()', { recipient: 'web' }),
    node('t2', 'call', 'assistant', '', thoughts({ summary: '', content: 'Found.' }, { summary: 'Done' }, null)),
    node('r', 't2', 'assistant', '', recap),
    node('a', 'r', 'assistant', 'Because.'),
    node('b', 'q', 'assistant', 'Hence.'),
    node('t3', 'b', 'assistant', '', thoughts({ content: 'Stopped here' })),
    node('q2', 't3', 'user', 'So?'),
    node('c', 'q2', 'assistant', 'So.'),
  ];
  expect(read(nodes).messages.map(({ id, parentId, reasoningContent }) => [id, parentId, reasoningContent])).toEqual([
    ['q', null, undefined],
    ['a', 'q', '**Looking**\n\nI look it up.\n\nFound.\n\n**Done**'],
    ['b', 'q', undefined],
    ['q2', 'b', undefined],
    ['c', 'q2', undefined],
  ]);
});

test('a message keeps its pictures, its spoken words and no citation markers', () => {
  const parts = [
    { asset_pointer: 'sediment://file_1' },
    { content_type: 'audio_transcription', text: 'Look' },
    'here\ue200cite\ue202x\ue201.',
    7,
  ];
  const { conversation, files } = readWithFiles([
    node('q', null, 'user', '', { content: { content_type: 'multimodal_text', parts } }),
  ]);
  expect(conversation.messages[0]?.text).toBe('Look\n\nhere.');
  expect(files).toEqual([{ messageId: 'q', reference: 'sediment://file_1' }]);
});

test('a file has the name that it was attached with', () => {
  const attachments = [
    { id: 'file-AbC', name: 'report.pdf' },
    { id: 'file_1', name: 'tide.png' },
    { id: 'file-XyZ', name: '' },
  ];
  const content = { content_type: 'multimodal_text', parts: [{ asset_pointer: 'sediment://file_1' }, 'Look'] };
  const { files } = readWithFiles([node('q', null, 'user', '', { content, metadata: { attachments } })]);
  expect(files).toEqual([
    { messageId: 'q', reference: 'sediment://file_1', name: 'tide.png' },
    { messageId: 'q', reference: 'file-AbC', name: 'report.pdf' },
    { messageId: 'q', reference: 'file-XyZ' },
  ]);
});

test('a reply keeps the pages that it cites as its sources, and no marks of them', () => {
  const metadata = {
    citations: [{ start_ix: 6, end_ix: 16, metadata: { type: 'webpage', url: 'https://example.com/a' } }, null],
    content_references: [
      { type: 'grouped_webpages', items: [{ url: 'https://example.com/b' }, { url: 'https://example.com/a' }] },
      { type: 'sources_footnote', sources: [{ url: 'https://example.com/c' }, { url: 'javascript:alert(1)' }] },
      { type: 'webpage', url: 'https://example.com/d' },
      { type: 'hidden' },
    ],
  };
  const text = 'It is【7†source】so【12†L123-L131】【4:0†notes.pdf】.';
  const { messages } = read([
    node('q', null, 'user', text, { metadata }),
    node('a', 'q', 'assistant', text, { metadata }),
  ]);
  expect(messages.map((message) => message.text)).toEqual([text, 'It isso.']);
  expect(messages.map(({ sources }) => sources)).toEqual([
    undefined,
    ['a', 'b', 'c', 'd'].map((page) => `https://example.com/${page}`),
  ]);
});

test.each([
  ['by \ue200entity\ue202["people", "Ada Lovelace", 0]\ue201 notes', 'by Ada Lovelace notes'],
  ['in \ue200entity\ue202Paris\ue201.', 'in Paris.'],
  ['\ue200entity\ue202["city"]\ue201Here', 'Here'],
  ['Buy \ue200product_entity\ue202["turn0product1","Lamp 5"]\ue201.', 'Buy Lamp 5.'],
  ['\ue203It is **so**\ue204\ue206\ue200cite\ue202turn0search3\ue201.', 'It is **so**.'],
  ['See \ue200url\ue202the page\ue202https://example.com/a\ue201.', 'See [the page](https://example.com/a).'],
  ['See \ue200link_title\ue202the page\ue202turn0search1\ue201.', 'See the page.'],
  ['It is.\ue200cite\ue202turn0search3\ue202turn0search8\ue201', 'It is.'],
  ['\ue200image_group\ue202{"query":["x"]}\ue201Cats', 'Cats'],
  ['One\ue200entity\ue202["a","b"] two', 'One\ue200entity\ue202["a","b"] two'],
])('the markers in %j become the words that ChatGPT shows', (text, shown) => {
  expect(read([node('a', null, 'assistant', text)]).messages[0]?.text).toBe(shown);
});

test.each([
  [
    'Here.\n\n:::writing{variant="document" id="73481"}\n# Plan\n\nOne day.\n:::\n\nShorter?',
    'Here.\n\n\n# Plan\n\nOne day.\n\n\nShorter?',
  ],
  [
    'Here.\n:::writing{variant="email" id="12345" subject="Re: *Tides*" recipient="a@b.example"}\nHello\n:::',
    'Here.\n\n**Re: \\*Tides\\***\n\nHello\n',
  ],
  [':::writing{variant=standard id=58213}\nStopped', '\nStopped'],
  [':::note\nIt says `:::writing{id="1"}`.\n:::', ':::note\nIt says `:::writing{id="1"}`.\n:::'],
])('a text to copy in %j is shown without the marks around it', (text, shown) => {
  const found = read([node('q', null, 'user', text), node('a', 'q', 'assistant', text)]).messages;
  expect(found.map((message) => message.text)).toEqual([text, shown]);
});

test('unknown content types with text are kept', () => {
  const content = { content_type: 'from_the_future', text: 'Words' };
  expect(read([node('a', null, 'assistant', '', { content })]).messages[0]?.text).toBe('Words');
});

test('times in 1970, in 2100 or without a number are replaced by those of the parent', () => {
  const nodes = [
    node('q', null, 'user', 'Why?'),
    node('a', 'q', 'assistant', 'Because.', { create_time: 0 }),
    node('b', 'a', 'user', 'So?', { create_time: Date.UTC(2100, 0, 1) / 1000 }),
    node('c', 'b', 'assistant', 'So.', { create_time: 'yesterday' }),
  ];
  const times = read(nodes).messages.map(({ timestamp }) => timestamp);
  expect(new Set(times)).toEqual(new Set([new Date(START * 1000).toISOString()]));
});

test('a title of a megabyte is cut, HTML in it stays text, and a missing one is made of the first question', () => {
  const nodes = [node('q', null, 'user', 'Why is the sky blue?')];
  expect([...read(nodes, { title: 'x'.repeat(2 ** 20) }).title].length).toBeLessThanOrEqual(MAX_TITLE_LENGTH + 1);
  expect(read(nodes, { title: '<b>Hi</b> you' }).title).toBe('<b>Hi</b> you');
  expect(read(nodes, { title: null }).title).toBe('Why is the sky blue?');
});

test('lone surrogates in texts and titles become replacement characters', () => {
  const { title, messages } = read([node('q', null, 'user', 'a\ud800b')], { title: 'c\udc00d' });
  expect([title, messages[0]?.text]).toEqual(['c\ufffdd', 'a\ufffdb']);
});

test('entries without mapping or id are broken, those without a shown message empty', () => {
  expect(readChatgpt({ conversation_id: 'x' }, NOW)).toBe('broken');
  expect(readChatgpt({ mapping: {} }, NOW)).toBe('broken');
  expect(readChatgpt(null, NOW)).toBe('broken');
  expect(readChatgpt(entry([node('s', null, 'system', 'Be nice')]), NOW)).toBe('empty');
});

test('one unreadable node does not take the others with it', () => {
  const { messages } = read([
    { id: 'bad', parent: 7, message: 'none' } as { id: string },
    node('q', 'bad', 'user', 'Why?'),
  ]);
  expect(messages.map(({ id, parentId }) => [id, parentId])).toEqual([['q', null]]);
});

test('a conversation that was archived or starred stays archived or pinned', () => {
  const nodes = [node('q', null, 'user', 'Why?')];
  expect(read(nodes)).toMatchObject({ pinned: false, archived: false });
  expect(read(nodes, { is_archived: true, is_starred: null })).toMatchObject({ pinned: false, archived: true });
  expect(read(nodes, { is_archived: false, is_starred: true })).toMatchObject({ pinned: true, archived: false });
});
