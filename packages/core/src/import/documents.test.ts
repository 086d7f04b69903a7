import { expect, test } from 'vitest';
import { ImportedConversation } from '../api/chat/import.ts';
import { readEntry } from './read-entry.ts';

const NOW = Date.UTC(2026, 10, 30);
const AT = '2026-05-01T10:00:00.000Z';

function read(value: unknown): [id: string, parentId: string | null, text: string][] {
  const entry = readEntry(value, NOW);
  if (entry === null || typeof entry === 'string') expect.fail(`It is ${entry}.`);
  return ImportedConversation.parse(entry.conversation).messages.map(({ id, parentId, text }) => [id, parentId, text]);
}

/** A ChatGPT conversation whose nodes follow each other. */
function chatgpt(...messages: object[]): unknown {
  const nodes = messages.map((message, index) => {
    const parent = index === 0 ? null : `n${index - 1}`;
    return [`n${index}`, { id: `n${index}`, parent, message: { create_time: Date.parse(AT) / 1000, ...message } }];
  });
  return { conversation_id: 'c', mapping: Object.fromEntries(nodes) };
}
const asked = (text: string) => ({ author: { role: 'user' }, content: { content_type: 'text', parts: [text] } });
const said = (text: string) => ({ ...asked(text), author: { role: 'assistant' }, recipient: 'all' });
const called = (name: string, input: unknown) => ({
  author: { role: 'assistant' },
  recipient: `canmore.${name}_textdoc`,
  content: { content_type: 'code', language: 'json', text: typeof input === 'string' ? input : JSON.stringify(input) },
});
const answered = () => ({
  author: { role: 'tool', name: 'canmore.create_textdoc' },
  content: { content_type: 'text', parts: ["Successfully created text document with textdoc_id: '68'"] },
  metadata: { canvas: { textdoc_id: '68', textdoc_type: 'document', version: 1 } },
});
const texts = (value: unknown) => read(value).map(([, , text]) => text);
const LETTER = { name: 'Letter to *Ada*', type: 'document', content: '# Dear Ada\n\nCome at 7 (sharp).\n' };
const updates = (...list: object[]) => called('update', { updates: list });

test('a canvas of ChatGPT is a reply with its title and text, and what follows stays attached', () => {
  expect(read(chatgpt(asked('Write a letter.'), called('create', LETTER), answered(), said('Here it is.')))).toEqual([
    ['n0', null, 'Write a letter.'],
    ['n1', 'n0', '**Letter to \\*Ada\\***\n\n# Dear Ada\n\nCome at 7 (sharp).'],
    ['n3', 'n1', 'Here it is.'],
  ]);
});

test('the code of a canvas is a fenced block, with a fence that its own do not end', () => {
  const content = 'x = """\n````\n"""\n';
  expect(texts(chatgpt(called('create', { name: 'x.py', type: 'code/python', content })))).toEqual([
    `**x.py**\n\n\`\`\`\`\`python\n${content}\`\`\`\`\``,
  ]);
  const page = { name: 'Page', type: 'code/react', content: 'export default 1' };
  expect(texts(chatgpt(called('create', page)))[0]).toContain('```tsx\n');
});

test('a canvas call whose JSON is in the parts of the message is read as well', () => {
  const content = { content_type: 'text', parts: [JSON.stringify(LETTER)] };
  expect(texts(chatgpt({ ...called('create', ''), content }))[0]).toContain('# Dear Ada');
});

test('a rewritten canvas keeps its title and language', () => {
  const first = called('create', { name: 'a.js', type: 'code/javascript', content: 'a' });
  const rewritten = updates({ pattern: '.*', multiple: false, replacement: 'b\\n$&' });
  expect(texts(chatgpt(first, answered(), rewritten))[1]).toBe('**a.js**\n\n```javascript\nb\\n$&\n```');
});

test('updates of plain words that are in the text once are applied, one after another', () => {
  const changed = updates(
    { pattern: 'at 7 \\(sharp\\)\\.', replacement: 'at 8.' },
    { pattern: 'Dear Ada', replacement: 'Dear $& Ada' },
  );
  expect(texts(chatgpt(called('create', LETTER), changed))[1]).toMatch(/\n# Dear \$& Ada\n\nCome at 8\.$/);
});

test.each([
  ['a pattern with operators', { pattern: 'Dear (\\w+)', replacement: 'Hi' }],
  ['words that are missing', { pattern: 'Bob', replacement: 'Bo' }],
  ['words that are there twice', { pattern: 'a', multiple: true, replacement: 'b' }],
  ['a replacement with a group', { pattern: 'Dear', replacement: '\\1' }],
  ['an empty pattern', { pattern: '', replacement: 'x' }],
  ['no pattern', { replacement: 'x' }],
  ['no replacement', { pattern: '.*' }],
])('an update with %s is left out, and so are those after it until the text is rewritten', (_what, step) => {
  const later = updates({ pattern: 'Come', replacement: 'Go' });
  const rewritten = updates({ pattern: '.*', replacement: 'Come again' });
  const found = texts(chatgpt(called('create', LETTER), updates(step), later, rewritten, later));
  expect(found.map((text) => text.split('\n').at(-1))).toEqual(['Come at 7 (sharp).', 'Come again', 'Go again']);
});

test.each([
  ['cut JSON', called('create', '{"name":"x","type":"document","content":"ha')],
  ['another type of content', called('create', { name: 'x', type: 'document', content: ['a'] })],
  ['an empty document', called('create', { name: 'x', type: 'document', content: ' ' })],
  ['updates that are no list', called('update', { updates: 7 })],
  ['comments', called('comment', { comments: [{ pattern: 'a', comment: 'b' }] })],
  ['another tool', { ...called('create', LETTER), recipient: 'python' }],
])('a call with %s is left out as before', (_what, call) => {
  expect(texts(chatgpt(asked('Hi'), call, said('Done.')))).toEqual(['Hi', 'Done.']);
});

test('each branch has its own text of a canvas', () => {
  const node = (id: string, parent: string | null, message: object) => ({ id, parent, message });
  const nodes = [
    node('left', 'doc', updates({ pattern: 'Ada', replacement: 'Eve' })),
    node('right', 'doc', updates({ pattern: 'Ada', replacement: 'Bob' })),
    node('doc', null, called('create', { name: '', type: 'document', content: 'Ada' })),
  ];
  const mapping = Object.fromEntries(nodes.map((each) => [each.id, each]));
  const found = new Map(read({ conversation_id: 'c', mapping }).map(([id, , text]) => [id, text]));
  expect([found.get('left'), found.get('right')]).toEqual(['Eve', 'Bob']);
});

test('many updates of a long canvas show the last texts, within what a request may have', () => {
  const content = `${'x'.repeat(50_000)} 0.`;
  const steps = Array.from({ length: 100 }, (_, index) =>
    updates({ pattern: ` ${index}\\.`, replacement: ` ${index + 1}.` }),
  );
  const found = texts(chatgpt(asked('Write.'), called('create', { name: 'x', type: 'document', content }), ...steps));
  expect(found).toHaveLength(20);
  expect(found[1]).toMatch(/ 82\.$/);
  expect(found.at(-1)).toMatch(/ 100\.$/);
  const endless = Array.from({ length: 1000 }, (_, index) =>
    updates({ pattern: ` ${index}\\.`, replacement: ` ${index + 1}.` }),
  );
  const began = process.cpuUsage();
  texts(chatgpt(called('create', { name: 'x', type: 'document', content }), ...endless));
  expect(process.cpuUsage(began).user / 1000).toBeLessThan(2_000);
});

/** A Claude conversation of replies with these blocks. */
function claude(...replies: object[][]): unknown {
  const chat_messages = replies.map((content, index) => ({
    uuid: `m${index}`,
    sender: 'assistant',
    created_at: AT,
    content,
  }));
  return { uuid: 'c', name: 'Notes', chat_messages };
}
const artifact = (input: object) => ({ type: 'tool_use', name: 'artifacts', input: { id: 'a', ...input } });
const words = (text: string) => ({ type: 'text', text });
const PLAN = { command: 'create', type: 'text/markdown', title: 'Plan', content: '# Plan\n\nOne day.' };

test('an artifact of Claude stands in its reply where it was made', () => {
  const result = { type: 'tool_result', name: 'artifacts', content: [words('OK')] };
  expect(texts(claude([words('First'), artifact(PLAN), result, words('Then')]))).toEqual([
    'First\n\n**Plan**\n\n# Plan\n\nOne day.\n\nThen',
  ]);
});

test.each([
  [{ type: 'application/vnd.ant.code', language: 'python' }, 'python'],
  [{ type: 'application/vnd.ant.react' }, 'tsx'],
  [{ type: 'image/svg+xml' }, 'svg'],
  [{ type: 'application/from-the-future' }, ''],
  [{ type: 'application/vnd.ant.code', language: 'a b`' }, ''],
])('an artifact of the type %j is a block in %j', (type, language) => {
  expect(texts(claude([artifact({ command: 'create', title: '', ...type, content: 'x' })]))).toEqual([
    `\`\`\`${language}\nx\n\`\`\``,
  ]);
});

test('updates and rewrites of an artifact are applied, and an update that does not fit is left out', () => {
  const update = (old_str: string, new_str: string) => artifact({ command: 'update', old_str, new_str });
  const found = texts(
    claude(
      [artifact(PLAN)],
      [update('One day', 'Two $& days')],
      [words('Not there.'), update('Three', 'Four')],
      [words('Unsure.'), update('Two', 'Five')],
      [artifact({ command: 'rewrite', content: 'New' })],
      [update('New', 'Newer'), artifact({ command: 'view' }), artifact({ command: 'rewrite', content: 7 })],
    ),
  );
  expect(found).toEqual([
    '**Plan**\n\n# Plan\n\nOne day.',
    '**Plan**\n\n# Plan\n\nTwo $& days.',
    'Not there.',
    'Unsure.',
    '**Plan**\n\nNew',
    '**Plan**\n\nNewer',
  ]);
});

test('artifacts in the text of older exports become documents, also in a reply that was stopped', () => {
  const tag = '<antArtifact identifier="fib" type="application/vnd.ant.code" language="python" title="Fib > 1">';
  const text = `Here:\n\n${tag}\ndef fib(n):\n    pass\n</antArtifact>\n\nUse it.\n\n${tag}\ndef`;
  const block = (code: string) => `**Fib \\> 1**\n\n\`\`\`python\n${code}\n\`\`\``;
  const shown = `Here:\n\n${block('def fib(n):\n    pass')}\n\nUse it.\n\n${block('def')}`;
  expect(texts(claude([words(text)]))).toEqual([shown]);
  expect(texts({ uuid: 'c', chat_messages: [{ uuid: 'm', sender: 'assistant', text }] })).toEqual([shown]);
  expect(texts({ uuid: 'c', chat_messages: [{ uuid: 'm', sender: 'human', text }] })).toEqual([text]);
  const about = 'Write `<antArtifact identifier="x">` in  it.';
  expect(texts(claude([words(about)]))).toEqual([about]);
});
