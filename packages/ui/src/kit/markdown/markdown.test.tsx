// @vitest-environment happy-dom
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import type { Root } from 'react-dom/client';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { corpus, richSample } from './corpus.ts';
import { Markdown } from './markdown.tsx';
import { seededRandom } from './seeded-random.ts';

const seed = 4711;
const roots: Root[] = [];

beforeAll(() => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
  // A frame a delta: what is shown is what has come.
  Object.assign(globalThis, { requestAnimationFrame: (frame: () => void) => (queueMicrotask(frame), 1) });
});

afterEach(() => {
  act(() => {
    for (const root of roots.splice(0)) root.unmount();
  });
});

interface Page {
  host: HTMLElement;
  show: (text: string, streaming: boolean) => Promise<void>;
}

function open(): Page {
  const host = document.createElement('div');
  document.body.append(host);
  const root = createRoot(host);
  roots.push(root);
  const show = async (text: string, streaming: boolean): Promise<void> => {
    await act(async () => root.render(<Markdown text={text} streaming={streaming} />));
  };
  return { host, show };
}

/** The page without the ids React counts up, and with its attributes in order. */
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

test('finished blocks keep their very nodes, also when the reply is done', async () => {
  const page = open();
  const kept = new Map<Element, string>();
  const blocks = () => [...page.host.querySelectorAll('.prose__chunk > *')];
  for (let at = 0; at < richSample.length; at += 7) {
    await page.show(richSample.slice(0, at), true);
    for (const block of blocks().slice(0, -1)) kept.set(block, block.tagName);
  }
  await page.show(richSample, true);
  const last = blocks();
  await page.show(richSample, false);
  expect(blocks()).toEqual(last);
  const finished = last.slice(0, -1);
  expect(finished.length).toBeGreaterThan(10);
  for (const block of finished) expect(kept.has(block)).toBe(true);
  expect([...kept.keys()].filter((block) => !block.isConnected)).toEqual([]);
});

test(`what was streamed is what a render from scratch shows (seed ${seed})`, { timeout: 30_000 }, async () => {
  const random = seededRandom(seed);
  const sample = [richSample, ...corpus.filter(() => random() < 0.15)];
  for (const text of sample) {
    const streamed = open();
    await stream(streamed, text, () => 1 + Math.floor(random() * 9));
    await streamed.show(text, false);
    const whole = open();
    await whole.show(text, false);
    expect(html(streamed), JSON.stringify(text)).toBe(html(whole));
  }
});

test('a late footnote reaches its number without touching the block around it', async () => {
  const page = open();
  await page.show('One[^a] two.\n\nThree\n\n', true);
  const paragraph = page.host.querySelector('p');
  const number = page.host.querySelector('.note-ref');
  const nodes = [...(paragraph?.childNodes ?? [])];
  expect(number?.textContent).toBe('1');
  await page.show('One[^a] two.\n\nThree\n\n[^a]: The note.\n', true);
  expect(page.host.querySelector('.note')?.textContent).toBe('1The note.');
  for (const node of nodes) expect(node.parentNode).toBe(paragraph);
  expect(number?.nextElementSibling?.className).toBe('note');
  await act(async () => (number as HTMLElement).click());
  expect(number?.getAttribute('aria-expanded')).toBe('true');
  expect(page.host.querySelector('.note')?.classList.contains('is-open')).toBe(true);
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
])('%j shows no markup that is not finished', async (text, shown) => {
  const page = open();
  await page.show(text, true);
  expect(page.host.textContent?.trim()).toBe(shown);
  expect(page.host.querySelectorAll('.caret')).toHaveLength(1);
  await page.show(text, false);
  expect(page.host.querySelectorAll('.caret')).toHaveLength(0);
});

test.each([
  '<script>alert(1)</script>',
  'a <img src=x onerror=alert(1)> b',
  '<iframe src="javascript:alert(1)"></iframe>',
  '[a](javascript:alert(1)) [b](JaVaScRiPt:alert(1)) [c](data:text/html,x) [d](vbscript:x) [e](&#106;avascript:x)',
  '[a](\u0001javascript:x) [b](java\tscript:x) <javascript:alert(1)> [c](//evil.example) [d](/relative)',
  '![x](https://evil.example/a.png) ![y](javascript:x) ![z](data:image/svg+xml,x) ![w][r]\n\n[r]: https://evil.example/b.png',
  '[a]: javascript:alert(1)\n\n[a] [^1]\n\n[^1]: <b onclick=x>y</b> ![z](https://evil.example/c.png) [l](javascript:x)',
  '```"><script>alert(1)</script>\n</code><script>x</script>\n```',
  '[a](https://x.example/"onmouseover="x) [![i](https://evil.example/i.png)](https://x.example "\\"onclick=x")',
  '<svg/onload=alert(1)>\n\n<a href="javascript:x">y</a>\n\n| <b onclick=x> |\n|-|\n| <img src=x> |',
])('nothing runs and nothing loads: %j', async (text) => {
  for (const streaming of [true, false]) {
    const page = open();
    await page.show(text, streaming);
    expect(page.host.querySelectorAll('script, iframe, img, object, embed, style, link, [src], [srcset]')).toHaveLength(
      0,
    );
    for (const element of page.host.querySelectorAll('*')) {
      const names = element.getAttributeNames();
      expect(names.filter((name) => name.startsWith('on'))).toEqual([]);
    }
    for (const link of page.host.querySelectorAll('a')) {
      expect(link.getAttribute('href')).toMatch(/^(https?:\/\/|mailto:|#)/);
      expect(link.getAttribute('rel')).toBe('noopener noreferrer nofollow');
    }
  }
});

test('HTML is shown as it is written', async () => {
  const page = open();
  await page.show('a <b>c</b>\n\n<div>\nd\n</div>', false);
  expect([...page.host.querySelectorAll('p')].map((paragraph) => paragraph.textContent)).toEqual([
    'a <b>c</b>',
    '<div>\nd\n</div>',
  ]);
});

test('a table, a task and a picture say what they are', async () => {
  const page = open();
  await page.show('| Size | Now |\n|-|-:|\n| a | b |\n\n- [x] Do **it**\n\n![A cat](https://x.example/cat.png)', false);
  expect(page.host.querySelector('[role=region]')?.getAttribute('aria-label')).toBe('Table: Size, Now');
  expect(page.host.querySelector('td.r')?.textContent).toBe('b');
  const task = page.host.querySelector('input');
  expect([task?.getAttribute('aria-label'), task?.disabled, task?.checked]).toEqual(['Do it', true, true]);
  expect(page.host.querySelector('.blocked-image')?.textContent).toBe('Image blocked: A cat Open image');
});

test('another text in the same place is shown, whatever was there', async () => {
  const page = open();
  await page.show('first\n\nsecond', true);
  await page.show('other', true);
  expect(page.host.textContent).toBe('other');
  await page.show('other', false);
  await page.show('other and on', true);
  expect(page.host.textContent).toBe('other and on');
});
