import type { Root } from 'mdast';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmFromMarkdown } from 'mdast-util-gfm';
import { gfm } from 'micromark-extension-gfm';
import { renderToStaticMarkup } from 'react-dom/server';
import { visit } from 'unist-util-visit';
import { expect, test } from 'vitest';
import { Markdown } from '../markdown.tsx';
import { parseMarkdown } from './parse-markdown.ts';

/** The HTML of a reply without attributes, except the addresses of links, and without the elements around its blocks. */
function read(text: string, streaming = false): string {
  return renderToStaticMarkup(<Markdown text={text} streaming={streaming} />)
    .replaceAll(/<\/?(?:div|span|thead|tbody)[^>]*>/g, '')
    .replaceAll(/<(\w+)(?: [^>]*?)??( href="[^"]*")?(?: [^>]*)?>/g, '<$1$2>');
}

test.each([
  ['**「重要」**です', '<strong>「重要」</strong>です'],
  ['これは**“引用”**の*「例」*', 'これは<strong>“引用”</strong>の<em>「例」</em>'],
  ['**注意：**这是重点', '<strong>注意：</strong>这是重点'],
  ['**이름(name)**은', '<strong>이름(name)</strong>은'],
  ['~~「古い」~~新しい', '<del>「古い」</del>新しい'],
  ['重 ** 要 ** だ', '重 ** 要 ** だ'],
  ['a **"b"**c', 'a **&quot;b&quot;**c'],
])('emphasis needs no spaces around it in text without spaces: %j', (text, html) => {
  expect(read(text)).toBe(`<p>${html}</p>`);
});

test('emphasis in text without spaces shows no markers before it is closed', () => {
  expect(read('これは**「引', true)).toBe('<p>これは<strong>「引</strong></p>');
});

test.each([
  ['見る https://a.example/b。次', '見る <a href="https://a.example/b">https://a.example/b</a>。次'],
  ['（https://a.example）と', '（<a href="https://a.example">https://a.example</a>）と'],
  ['(https://a.example)。', '(<a href="https://a.example">https://a.example</a>)。'],
  ['“https://a.example”', '“<a href="https://a.example">https://a.example</a>”'],
  ['**https://a.example**を', '<strong><a href="https://a.example">https://a.example</a></strong>を'],
  ['https://a.example，**b**', '<a href="https://a.example">https://a.example</a>，<strong>b</strong>'],
  [
    'www.a.example、https://b.example/c。',
    '<a href="http://www.a.example">www.a.example</a>、<a href="https://b.example/c">https://b.example/c</a>。',
  ],
  ['https://a.example/b_(c)', '<a href="https://a.example/b_(c)">https://a.example/b_(c)</a>'],
  ['[https://a.example。](https://b.example)', '<a href="https://b.example">https://a.example。</a>'],
  ['https://a.example/2020–21。', '<a href="https://a.example/2020%E2%80%9321">https://a.example/2020–21</a>。'],
  ['https://。', 'https://。'],
])('a plain address ends before punctuation that no address contains: %j', (text, html) => {
  expect(read(text)).toBe(`<p>${html}</p>`);
});

test.each([
  'https://a.example/b_(c)).',
  'https://a.example/(b',
  'https://a.example/b?c&d&amp;',
  'https://a.example/b&copy',
  '[a https://a.example/b](c)',
  '*https://a.example/b*',
  'https://a.example/**b"c\'~~',
  'www.a.example<b',
])('a plain address in ASCII ends where GFM ends it: %j', (text) => {
  const gfmTree = fromMarkdown(text, { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] });
  expect(addresses(parseMarkdown(text, []))).toEqual(addresses(gfmTree));
});

function addresses(tree: Root): string[] {
  const found: string[] = [];
  visit(tree, 'link', ({ url }) => void found.push(url));
  return found;
}

/** The texts of a table's rows, with a bar between cells. */
function rows(text: string): string[] {
  const [, ...found] = read(text).split('<tr>');
  return found.map((row) => [...row.matchAll(/<t[hd]>(.*?)<\/t[hd]>/g)].map(([, cell]) => cell).join('|'));
}

test.each([
  ['| `a || b` | or |', ['<code>a || b</code>|or']],
  ['| `a \\| b` | or |', ['<code>a | b</code>|or']],
  ['| ` | tick |\n| ` | again |', ['`|tick', '`|again']],
  ['| $5 | $6 |\n| $ | $ |', ['$5|$6', '$|$']],
  ['| a | b | c |\n| d | |', ['a|b|c', 'd||']],
  ['| a | b | |', ['a|b']],
])('a table loses no text of the rows %j', (text, expected) => {
  expect(rows(`| x | y |\n|-|-|\n${text}`).slice(1)).toEqual(expected);
});

test.each(['$P(A|B)$', String.raw`\(P(A|B)\)`, String.raw`\( |x| + |y| \)`])(
  'a pipe within the formula %s does not end the cell',
  (formula) => {
    const table = renderToStaticMarkup(<Markdown text={`| x | y |\n|-|-|\n| ${formula} | z |`} streaming={false} />);
    expect(table).toContain(`data-written="${formula}"`);
    expect(table.match(/<td/g)).toHaveLength(2);
  },
);
