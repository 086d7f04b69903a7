// @vitest-environment happy-dom
import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { beforeAll, beforeEach, expect, test, vi } from 'vitest';
import type * as DrawDiagram from './diagram/draw-diagram.ts';
import { corpus, richSample } from './testing/corpus.ts';
import { injections, unsafeParts } from './testing/injection-corpus.ts';
import { Markdown } from './markdown.tsx';
import { replyBlocks } from './testing/reply-blocks.ts';
import { seededRandom } from './testing/seeded-random.ts';

// Drawing needs a browser that measures text: policy.spec.ts and messages.spec.ts test it.
const { drawDiagram } = vi.hoisted(() => ({ drawDiagram: vi.fn<typeof DrawDiagram.drawDiagram>() }));
vi.mock(import('./diagram/draw-diagram.ts'), () => ({ drawDiagram }));

const seed = 4711;

beforeEach(() => {
  drawDiagram.mockReset().mockResolvedValue(undefined);
});

beforeAll(() => {
  // Each delta gets a frame, so the page shows everything received.
  Object.assign(globalThis, { requestAnimationFrame: (frame: () => void) => (queueMicrotask(frame), 1) });
});

interface Page {
  host: HTMLElement;
  show: (text: string, streaming: boolean) => Promise<void>;
}

function open(): Page {
  const { container, rerender } = render(<></>);
  return {
    host: container,
    show: (text, streaming) => act(async () => rerender(<Markdown text={text} streaming={streaming} />)),
  };
}

/** The page's HTML without React's generated ids and with sorted attributes. */
function html({ host }: Page): string {
  return host.innerHTML.replaceAll(/<[a-z][^>]*>/g, (tag) => {
    const [name = '', ...attributes] = tag.slice(1, -1).match(/^\w+|[\w-]+(?:="[^"]*")?/g) ?? [];
    return `<${[name, ...attributes.filter((attribute) => !/^(?:id|aria-controls)=/.test(attribute)).sort()].join(' ')}>`;
  });
}

async function stream(page: Page, text: string, step: () => number): Promise<void> {
  for (let at = 0; at < text.length; at += step()) await page.show(text.slice(0, at), true);
  await page.show(text, true);
}

test('finished blocks keep their DOM nodes, also when the reply ends', async () => {
  const page = open();
  const kept = new Map<Element, string>();
  for (let at = 0; at < richSample.length; at += 7) {
    await page.show(richSample.slice(0, at), true);
    for (const block of replyBlocks(page.host)) kept.set(block, block.tagName);
  }
  await page.show(richSample, true);
  const finished = replyBlocks(page.host);
  await page.show(richSample, false);
  expect(replyBlocks(page.host).slice(0, -1)).toEqual(finished);
  expect(finished.length).toBeGreaterThan(10);
  for (const block of finished) expect(kept.has(block)).toBe(true);
  expect([...kept.keys()].filter((block) => !block.isConnected)).toEqual([]);
});

test('an attribute set on a finished block survives later updates', async () => {
  const page = open();
  await page.show('# One\n\ntwo $x$\n\n```js\nlet a;\n```\n\nthree', true);
  const marked = replyBlocks(page.host);
  expect(marked.map(({ tagName }) => tagName)).toEqual(['H2', 'P', 'DIV']);
  for (const block of marked) block.dataset.unread = '';
  await waitFor(() => expect(page.host.querySelectorAll('.katex, .code__keyword')).toHaveLength(2));
  await page.show('# One\n\ntwo $x$\n\n```js\nlet a;\n```\n\nthree\n\n[four]', true);
  await page.show('# One\n\ntwo $x$\n\n```js\nlet a;\n```\n\nthree\n\n[four]', false);
  expect([...page.host.querySelectorAll('[data-unread]')]).toEqual(marked);
});

test('a line of code is highlighted once, when it is complete', async () => {
  const page = open();
  const code = (lines: number): string => `\`\`\`ts\n${'const a = "b"; // c\n'.repeat(lines)}`;
  await page.show(code(1), true);
  await waitFor(() =>
    expect(page.host.querySelectorAll('.code__keyword, .code__string, .code__comment')).toHaveLength(3),
  );
  const first = [...page.host.querySelectorAll('.code__keyword, .code__string, .code__comment')];
  await page.show(`${code(60)}const`, true);
  await waitFor(() => expect(page.host.querySelectorAll('.code__keyword')).toHaveLength(61));
  await page.show(`${code(60)}constant`, true);
  expect(page.host.querySelectorAll('.code__keyword')).toHaveLength(60);
  await page.show(`${code(60)}\`\`\`\n\nend`, false);
  expect([...page.host.querySelectorAll('.code__keyword, .code__string, .code__comment')].slice(0, 3)).toEqual(first);
  expect(page.host.querySelectorAll('[style]')).toHaveLength(0);
});

test('a long code block is whole while it streams, and folds when it ends', async () => {
  const page = open();
  const lines = Array.from({ length: 10_000 }, (_, index) => `line ${index + 1}`).join('\n');
  const code = (): string => page.host.querySelector('code')?.textContent ?? '';
  await page.show(`\`\`\`text\n${lines}`, true);
  expect(code().split('\n')).toHaveLength(10_000);
  await page.show(`\`\`\`text\n${lines}\n\`\`\`\n`, false);
  expect(code().trimEnd().split('\n').at(-1)).toBe('line 40');
  expect(screen.getByText('text · 10,000 lines')).toBeDefined();
  fireEvent.click(screen.getByRole('button', { name: 'Show all 10,000 lines', expanded: false }));
  expect(code()).toBe(lines);
  expect(screen.getByRole('button', { name: 'Show less', expanded: true })).toBeDefined();
});

test.each([60, 61])('a code block of %i lines folds if it has more than 60', async (lines) => {
  const page = open();
  await page.show(`\`\`\`js\n${'let a;\n'.repeat(lines)}\`\`\``, false);
  expect(screen.queryByRole('button', { name: /^Show all/ }) !== null).toBe(lines > 60);
});

test('a folded code block is printed whole', async () => {
  const page = open();
  await page.show(`\`\`\`js\n${'let a;\n'.repeat(100)}\`\`\``, false);
  await act(async () => dispatchEvent(new Event('beforeprint')));
  expect(page.host.querySelector('code')?.textContent.trim().split('\n')).toHaveLength(100);
  // Other tests share the window.
  await act(async () => dispatchEvent(new Event('afterprint')));
});

test('a table of any length is copied as a table and as tab-separated cells', async () => {
  const write = vi.spyOn(navigator.clipboard, 'write').mockResolvedValue();
  const page = open();
  const table = (rows: number): string => `| Size | Now |\n|-|-|\n${'| a  **b** | c |\n'.repeat(rows)}`;
  for (const rows of [1, 13]) {
    write.mockClear();
    await page.show(table(rows), false);
    fireEvent.click(await screen.findByRole('button', { name: 'Copy table' }));
    await waitFor(() => expect(write).toHaveBeenCalledOnce());
    const [item] = write.mock.calls[0]?.[0] ?? [];
    const copied = async (type: string) => (await item?.getType(type))?.text();
    expect(await copied('text/plain')).toBe(['Size\tNow', ...Array(rows).fill('a b\tc')].join('\n'));
    expect(await copied('text/html')).toContain('<tr><td>a  <strong>b</strong></td><td>c</td></tr>');
    expect(screen.getByRole('button', { name: 'Save table as CSV' })).not.toBeNull();
  }
});

test('a valid formula is rendered, and an invalid one shown as source', async () => {
  const page = open();
  await page.show('$x^2$ and $\\frac{$\n\n$$\n\\nope{\n$$', false);
  await waitFor(() => {
    expect(page.host.querySelectorAll('.katex math')).toHaveLength(1);
    expect([...page.host.querySelectorAll('code')].map((code) => code.textContent)).toEqual([
      '$\\frac{$',
      '$$\n\\nope{\n$$',
    ]);
  });
});

test('chemistry and units are rendered, also inside formulas, and very long ones shown as source', async () => {
  const page = open();
  const long = `\\ce{${'H2O + '.repeat(200)}O2}`;
  await page.show(`$\\ce{2H2 + O2 -> 2H2O}$, $x = \\pu{5 kJ mol-1}$, $${long}$`, false);
  await waitFor(() => expect(page.host.querySelectorAll('.katex math')).toHaveLength(2));
  expect(page.host.querySelector('.katex-html')?.textContent).toMatch(/2\s*H.*2.*O/);
  expect(page.host.querySelector('code')?.textContent).toBe(`$${long}$`);
});

test('a formula of 100 KB is shown as source', async () => {
  const page = open();
  await page.show('$$\nx^2\n$$\n\n$$\n' + '\\frac{a}{b}'.repeat(10_000) + '\n$$', false);
  await waitFor(() => expect(page.host.querySelectorAll('.katex math')).toHaveLength(1));
  await waitFor(() => expect(page.host.querySelector('code')?.textContent).toHaveLength(110_006));
});

test('a diagram is drawn once its reply has ended, and can be shown as source', async () => {
  drawDiagram.mockResolvedValue({ svg: '<svg/>', width: 300, height: 200 });
  const page = open();
  const source = '```mermaid\ngraph TD; A-->B';
  await page.show(source, true);
  expect(page.host.querySelector('pre')?.textContent).toBe('graph TD; A-->B');
  expect(drawDiagram).not.toHaveBeenCalled();
  await page.show(`${source}\n\`\`\`\n\nend`, true);
  expect(drawDiagram).not.toHaveBeenCalled();
  await page.show(`${source}\n\`\`\`\n\nend`, false);
  expect(await screen.findByRole('img', { name: 'Diagram' })).toHaveProperty('width', 300);
  expect(page.host.querySelector('pre')).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'Show source' }));
  expect(page.host.querySelector('pre')?.textContent).toBe('graph TD; A-->B');
  fireEvent.click(screen.getByRole('button', { name: 'Show diagram' }));
  expect(screen.getByRole('img', { name: 'Diagram' })).toBeDefined();
});

test('a diagram is drawn again in the other theme', async () => {
  drawDiagram.mockResolvedValue({ svg: '<svg/>', width: 300, height: 200 });
  const page = open();
  await page.show('```mermaid\ngraph TD; A-->B\n```', false);
  const address = async () => (await screen.findByRole<HTMLImageElement>('img', { name: 'Diagram' })).src;
  const before = await address();
  document.documentElement.style.colorScheme = 'dark';
  document.documentElement.dataset.theme = 'dark';
  await waitFor(async () => expect(await address()).not.toBe(before));
});

test('a diagram that cannot be drawn is shown as source', async () => {
  drawDiagram.mockResolvedValue(undefined);
  const page = open();
  await page.show('```mermaid\nno diagram\n```', false);
  expect(await screen.findByText('This diagram couldn’t be drawn.')).toBeDefined();
  expect(page.host.querySelector('pre')?.textContent.trim()).toBe('no diagram');
  expect(screen.getAllByRole('button').map((button) => button.getAttribute('aria-label'))).toEqual([
    'Save code as a file',
    'Copy code',
  ]);
});

test(`a streamed reply renders the same as one rendered from scratch (seed ${seed})`, async () => {
  const random = seededRandom(seed);
  const sample = [richSample, ...corpus.filter(() => random() < 0.15)];
  for (const text of sample) {
    const streamed = open();
    await stream(streamed, text, () => 1 + Math.floor(random() * 9));
    await streamed.show(text, false);
    const whole = open();
    await whole.show(text, false);
    await waitFor(() => expect(html(streamed), JSON.stringify(text)).toBe(html(whole)));
    if (text !== richSample) continue;
    await waitFor(() => {
      for (const { host } of [streamed, whole]) {
        expect(host.querySelectorAll('.code__keyword').length).toBeGreaterThan(35);
        expect(host.querySelectorAll('.katex')).toHaveLength(3);
      }
    });
    expect(html(streamed)).toBe(html(whole));
  }
});

test('a late footnote definition updates its number without touching the block around it', async () => {
  const page = open();
  await page.show('One[^a] two.\n\nThree\n\n', true);
  const paragraph = page.host.querySelector('p');
  const number = page.host.querySelector('.footnote-ref');
  const nodes = [...(paragraph?.childNodes ?? [])];
  expect(number?.textContent).toBe('1');
  await page.show('One[^a] two.\n\nThree\n\n[^a]: The note.\n', true);
  expect(page.host.querySelector('.footnote')?.textContent).toBe('1The note.');
  for (const node of nodes) expect(node.parentNode).toBe(paragraph);
  expect(number?.nextElementSibling?.className).toBe('footnote');
  fireEvent.click(screen.getByRole('button', { expanded: false }));
  expect(number?.getAttribute('aria-expanded')).toBe('true');
  expect(page.host.querySelector('.footnote')?.classList.contains('footnote--open')).toBe(true);
});

test.each([
  ['some **bold', 'some bold'],
  ['some **bold\n', 'some bold'],
  ['a *b **c', 'a b c'],
  ['a `co', 'a co'],
  ['a `co*d', 'a co*d'],
  ['a [label', 'a label'],
  ['a [label](https://x.exa', 'a label'],
  ['a [label][re', 'a label'],
  ['a ![alt](https://x.exa', 'a alt'],
  ['a[^no', 'a'],
  ['a ~~b', 'a b'],
  ['a\n**', 'a'],
  ['a\n-', 'a'],
  ['2 * 3', '2 * 3'],
  ['snake_case_', 'snake_case'],
  ['a \\*b', 'a *b'],
  ['| a | **b', 'ab'],
  ['| a | b |\n|-', 'ab'],
  ['> quote **b\n> c', 'quote b\nc'],
  ['- item *x', 'item x'],
  ['> ', ''],
  ['a $x^', 'a'],
  ['a $', 'a'],
  ['it costs $5', 'it costs $5'],
  ['it costs $5 and $', 'it costs $5 and'],
  ['set $HOME', 'set $HOME'],
  ['a \\', 'a'],
  ['a \\(x_1 + y_2', 'a'],
  ['a \\[ x', 'a'],
  ['a $$x', 'a'],
  ['a\n\n$$\nx_1', 'a'],
  ['a\n\n\\[\nx_1\n', 'a'],
  ['a\n\n\\', 'a'],
  ['- a\n  $$\n  x', 'a'],
  ['a **b $x_1', 'a b'],
])('the unfinished text %j shows no markup', async (text, shown) => {
  const page = open();
  await page.show(text, true);
  const buttons = [...page.host.querySelectorAll('button')].map(({ textContent }) => textContent).join('');
  expect(page.host.textContent?.replace(buttons, '').trim()).toBe(shown);
  expect(page.host.querySelectorAll('.caret')).toHaveLength(1);
  await page.show(text, false);
  expect(page.host.querySelectorAll('.caret')).toHaveLength(0);
});

test.each(injections)('injected Markdown runs and loads nothing: %j', async (text) => {
  const page = open();
  for (const end of [Math.floor(text.length / 2), text.length]) {
    await page.show(text.slice(0, end), true);
    expect(unsafeParts(page.host)).toEqual([]);
  }
  await page.show(text, false);
  expect(unsafeParts(page.host)).toEqual([]);
});

test('formulas and highlighting make injected Markdown no less safe', async () => {
  const page = open();
  await page.show(injections.join('\n\n'), false);
  await waitFor(() => expect(page.host.querySelectorAll('.katex').length).toBeGreaterThan(3));
  await waitFor(() => expect(page.host.querySelectorAll('.code__keyword').length).toBeGreaterThan(1));
  expect(unsafeParts(page.host)).toEqual([]);
});

test('HTML is shown as text', async () => {
  const page = open();
  await page.show('a <b>c</b>\n\n<div>\nd\n</div>', false);
  expect([...page.host.querySelectorAll('p')].map((paragraph) => paragraph.textContent)).toEqual([
    'a <b>c</b>',
    '<div>\nd\n</div>',
  ]);
});

test('a table, a task and a blocked picture are labeled', async () => {
  const page = open();
  await page.show('| Size | Now |\n|-|-:|\n| a | b |\n\n- [x] Do **it**\n\n![A cat](https://x.example/cat.png)', false);
  expect(within(screen.getByRole('table')).getByRole('cell', { name: 'b' }).className).toBe('table__right');
  expect(screen.getByRole('checkbox', { name: 'Do it', checked: true })).toHaveProperty('disabled', true);
  expect(page.host.textContent).toContain('Image from x.example blocked: A cat Open image');
  expect(screen.queryByRole('img')).toBeNull();
});

test('a table cell supports <br>, and nothing else does', async () => {
  const page = open();
  await page.show('| a |\n|-|\n| b<br>c **d<BR/>e** <b>f</b> |\n\ng<br>h', false);
  expect(page.host.querySelectorAll('td br')).toHaveLength(2);
  expect(page.host.querySelectorAll('br')).toHaveLength(2);
  expect(page.host.querySelector('p')?.textContent).toBe('g<br>h');
});

test('a range with a tilde is not struck out', async () => {
  const page = open();
  await page.show('3~5 minutes, 10~15 minutes, ~~gone~~', false);
  expect([...page.host.querySelectorAll('del')].map(({ textContent }) => textContent)).toEqual(['gone']);
});

test('pictures from our files are shown, and look-alike addresses are not', async () => {
  const page = open();
  const wrong = [
    '/api/files/../x',
    '//api/files/a',
    '/api/files/a/b',
    '/api/chat',
    '/api/files/a#b',
    '/api/files/%2e%2e',
  ];
  await page.show(['/api/files/a-1?s=2', ...wrong].map((url) => `![b](${url})`).join('\n'), false);
  expect([...page.host.querySelectorAll('img')].map((image) => image.getAttribute('src'))).toEqual([
    '/api/files/a-1?s=2',
  ]);
});

test('another text in the same place replaces the old one', async () => {
  const page = open();
  await page.show('first\n\nsecond', true);
  await page.show('other', true);
  expect(page.host.textContent).toBe('other');
  await page.show('other', false);
  await page.show('other and on', true);
  expect(page.host.textContent).toBe('other and on');
});
