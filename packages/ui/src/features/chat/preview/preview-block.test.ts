import { expect, test } from 'vitest';
import { fileNameOf, findVersions, nameOf } from './preview-block.ts';

const html = (code: string) => ({ language: 'html', code });
const fenced = (language: string, code: string) => `Here:\n\n\`\`\`${language}\n${code}\n\`\`\`\n\nDone.`;

test.each([
  [html('<title> Tide\n table </title>'), 'Tide table', 'tide-table.html'],
  [html('<h1>x</h1>'), '', 'preview.html'],
  [html('<title>../../etc/passwd</title>'), '../../etc/passwd', 'etc-passwd.html'],
  [html('<title>מזג אוויר</title>'), 'מזג אוויר', 'מזג-אוויר.html'],
  [{ language: 'SVG', code: '<svg><title>Dot</title></svg>' }, 'Dot', 'dot.svg'],
  [{ language: 'tsx', code: 'const Row = 1;\nexport default function TodoList() {}' }, 'TodoList', 'TodoList.tsx'],
  [{ language: 'jsx', code: 'const Row = () => 1;\nconst App = () => Row;' }, 'App', 'App.jsx'],
])('names %j', (block, name, file) => {
  expect(nameOf(block)).toBe(name);
  expect(fileNameOf(block)).toBe(file);
});

test('blocks with one name, or half of their lines in common, are versions of each other', () => {
  const first = html('<title>Clock</title>\n<p>It is now the first hour</p>');
  const renamed = html('<title>Big clock</title>\n<p>It is now the first hour</p>');
  const rewritten = html('<title>Big clock</title>\n<canvas></canvas>');
  const other = html('<title>Snake</title>\n<canvas id="board"></canvas>');
  const texts = [first, other, renamed, first, rewritten].map(({ language, code }) => fenced(language, code));
  expect(findVersions(texts, first)).toEqual([first, renamed, rewritten]);
  expect(findVersions(texts, rewritten)).toEqual([first, renamed, rewritten]);
  expect(findVersions(texts, other)).toEqual([other]);
});

test('finds blocks in lists, in longer fences, and several in one reply, and no open or other ones', () => {
  const inList = '- so:\n\n  ~~~html\n  <title>A</title>\n    <p>\n  ~~~\n';
  const longer = '````html\n<title>A</title>\n```\nb\n````\n';
  const open = '```html\n<title>A</title>\nopen';
  const css = fenced('css', 'a {}');
  const shown = html('<title>A</title>\n  <p>');
  expect(findVersions([inList + longer, css, open], shown)).toEqual([shown, html('<title>A</title>\n```\nb')]);
});

test('a block that the conversation does not contain is its only version', () => {
  const block = html('<p>edited away</p>');
  expect(findVersions([fenced('html', '<p>other</p>')], block)).toEqual([block]);
});

test('the versions among thousands of blocks are found in a moment', () => {
  const texts = [Array.from({ length: 5_000 }, (_, n) => `\`\`\`svg\n<circle r="${n}" cx="10" />\n\`\`\``).join('\n')];
  const began = process.cpuUsage();
  expect(findVersions(texts, { language: 'svg', code: '<circle r="4999" cx="10" />' })).toHaveLength(1);
  expect(process.cpuUsage(began).user / 1000).toBeLessThan(1000);
});

test('inline code between three backticks begins no block', () => {
  const [first, second] = [html('<title>A</title>\none'), html('<title>A</title>\ntwo')] as const;
  const texts = [first, second].map(
    ({ language, code }) => `\`\`\`npm start\`\`\` shows it.\n\n${fenced(language, code)}`,
  );
  expect(findVersions(texts, second)).toEqual([first, second]);
});
