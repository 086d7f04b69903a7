// @vitest-environment happy-dom
import { act, screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { question, reply } from '../../../../stores/testing/scripted-samples.ts';
import { renderConversation } from '../../../../testing/render-chat.tsx';
import { QuoteButton } from './quote-button.tsx';
import { quoteLines, quoteText } from './quote-text.ts';

/** Parses HTML and returns the range between its first `[` and its last `]`, which it removes. */
function rangeIn(html: string): Range {
  document.body.innerHTML = html;
  const range = document.createRange();
  const texts: Text[] = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) texts.push(walker.currentNode as Text);
  for (const text of texts) {
    const start = text.data.indexOf('[');
    if (start !== -1) {
      text.deleteData(start, 1);
      range.setStart(text, start);
    }
    const end = text.data.indexOf(']');
    if (end !== -1) {
      text.deleteData(end, 1);
      range.setEnd(text, end);
    }
  }
  return range;
}

test.each([
  ['part of a paragraph', '<p>The [tide is] high.</p>', 'tide is'],
  ['two paragraphs', '<p>One [a.</p><p>Two] b.</p>', 'a.\n\nTwo'],
  [
    'a formula',
    '<p>So [<span data-written="$x^2$"><math>x²</math><i aria-hidden="true">x2</i></span> is it].</p>',
    '$x^2$ is it',
  ],
  ['a part of a formula', '<p>So <span data-written="$x^2$"><i>x[2</i></span> is it].</p>', '$x^2$ is it'],
  [
    'a code block',
    '<p>[Run</p><div class="code"><div class="code__head">ts<button>Copy</button></div><pre data-language="ts"><code>a\nb\n</code></pre></div><p>now].</p>',
    'Run\n\n```ts\na\nb\n```\n\nnow',
  ],
  ['lines within a code block', '<pre data-language="ts"><code>a\n[b\nc]\nd</code></pre>', '```ts\nb\nc\n```'],
  ['a list', '<ul><li>[One</li><li>Two]</li></ul>', '- One\n\n- Two'],
  [
    'code with blank lines and fences',
    '<p>[See</p><pre data-language="md"><code># a  \n\n\n\n```js\nb\n```</code></pre><p>now].</p>',
    'See\n\n````md\n# a  \n\n\n\n```js\nb\n```\n````\n\nnow',
  ],
  ['code in a sentence', '<p>[Set <code>__x__</code> and <code>a`</code> now].</p>', 'Set `__x__` and `` a` `` now'],
  [
    'a sentence with a footnote',
    '<p>[Blue<button>1</button><span role="note"><b>1</b>A note.</span> at noon].</p>',
    'Blue at noon',
  ],
  ['right to left text', '<p>[مرحبا] بك</p>', 'مرحبا'],
])('a quote of %s is Markdown', (_what, html, text) => {
  expect(quoteText(rangeIn(html))).toBe(text);
});

test('each line of a quote is marked, empty ones too', () => {
  expect(quoteLines('a\n\nb')).toBe('> a\n>\n> b');
});

async function renderSelected(text: string, draft?: string) {
  const onQuoted = vi.fn<() => void>();
  const page = await renderConversation(
    <div data-thread>
      <p data-message="q">First</p>
      <p data-message="r">{text}</p>
      <QuoteButton conversationId="c" onQuoted={onQuoted} />
    </div>,
    [question('q', 'First'), reply('r', { text })],
    draft === undefined ? {} : { drafts: { c: draft } },
  );
  // happy-dom has no layout.
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, 0, 800, 600));
  vi.spyOn(Range.prototype, 'getBoundingClientRect').mockReturnValue(new DOMRect(10, 10, 50, 20));
  const select = (from: string, to: string) =>
    act(async () => {
      const node = (id: string) => document.querySelector(`[data-message=${id}]`)?.firstChild as Text;
      getSelection()?.setBaseAndExtent(node(from), 0, node(to), node(to).length);
      document.dispatchEvent(new Event('selectionchange'));
    });
  return { ...page, onQuoted, select, draft: () => page.chat.getState().drafts.c };
}

test('Quote puts the selected text into the draft, below what is there', async () => {
  const page = await renderSelected('So it is.', 'Look:');
  expect(screen.queryByRole('button', { name: 'Quote' })).toBeNull();
  await page.select('r', 'r');
  await page.press('Quote');
  expect(page.draft()).toBe('Look:\n\n> So it is.\n\n');
  expect(page.onQuoted).toHaveBeenCalledOnce();
});

test('the key > quotes the selected text', async () => {
  const page = await renderSelected('So it is.');
  await page.select('r', 'r');
  await page.user.keyboard('>');
  await waitFor(() => expect(page.draft()).toBe('> So it is.\n\n'));
});

test('the button goes when a text field takes the selection', async () => {
  const page = await renderSelected('So it is.');
  await page.select('r', 'r');
  const field = document.body.appendChild(document.createElement('textarea'));
  await act(async () => field.dispatchEvent(new Event('selectionchange', { bubbles: true })));
  expect(screen.queryByRole('button', { name: 'Quote' })).toBeNull();
  field.remove();
});

test('a selection over two messages cannot be quoted', async () => {
  const page = await renderSelected('So it is.');
  await page.select('q', 'r');
  expect(screen.queryByRole('button', { name: 'Quote' })).toBeNull();
  await page.user.keyboard('>');
  expect(page.draft()).toBeUndefined();
});

test('a quote of 100,000 characters is cut, and a notice says so', async () => {
  const page = await renderSelected('x'.repeat(100_000));
  await page.select('r', 'r');
  await page.press('Quote');
  expect(page.draft()).toBe(`> ${'x'.repeat(20_000)}…\n\n`);
  expect(page.chat.getState().notice?.text).toBe('The quote has only the first 20,000 characters of your selection.');
});
