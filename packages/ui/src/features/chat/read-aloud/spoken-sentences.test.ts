// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { spokenSentences } from './spoken-sentences.ts';

function sentencesIn(html: string) {
  const prose = document.createElement('div');
  prose.innerHTML = html;
  return spokenSentences(prose);
}
const textsIn = (html: string) => sentencesIn(html).map(({ text }) => text);

test('a reply is read sentence by sentence, and every block begins one', () => {
  const html =
    '<h2>Why <em>so</em></h2><p>It rains. It\npours!</p><ul><li>one</li><li><p>two <code>x</code></p></li></ul>';
  expect(textsIn(html)).toEqual(['Why so', 'It rains.', 'It pours!', 'one', 'two x']);
});

test('code, tables, diagrams and formulas on their own lines are named, and pictures described', () => {
  const html = [
    '<p>See:</p><div class="code wide"><div class="code__head">js</div><pre><code>let secret = 1;</code></pre></div>',
    '<div class="table wide"><table><tr><td>cell</td></tr></table></div>',
    '<div class="code wide has-diagram"><svg><text>box</text></svg></div>',
    '<span class="formula-block"><span class="formula" data-written="$$x$$">x</span></span>',
    '<p>A <img class="picture" alt="red fox" src="/api/files/x"> runs.</p>',
  ].join('');
  expect(textsIn(html)).toEqual(['See:', 'Code.', 'Table.', 'Diagram.', 'Formula.', 'A', 'Picture: red fox.', 'runs.']);
});

test('footnotes, buttons and texts for screen readers are left out, and an address is read as its host', () => {
  const html =
    '<p>See <a href="https://a.example/b?c=1">https://a.example/b?c=1</a> or <a href="https://d.example">the map</a>' +
    '<span class="footnote-ref">1</span><span class="sr-only">opens</span><button>Copy</button>.</p>';
  expect(textsIn(html)).toEqual(['See a.example or the map.']);
});

test('a formula in a sentence is read in words', () => {
  const html = '<p>So <span class="formula" data-written="$x^2 = \\alpha_{n}$"><i>x2</i></span> holds.</p>';
  expect(textsIn(html)).toEqual(['So x to the power of 2 equals alpha sub n holds.']);
});

test('the range of a sentence covers its words on the page, also across elements', () => {
  const [first, second] = sentencesIn('<p>It <b>rains. It</b> pours!</p>').map(({ range }) => String(range));
  expect(first).toBe('It rains.');
  expect(second).toBe('It pours!');
});

test('a sentence of 100,000 characters is read in parts that browsers do not cut', () => {
  const texts = textsIn(`<p>${'word '.repeat(10_000)}${'x'.repeat(50_000)}</p>`);
  expect(Math.max(...texts.map((text) => text.length))).toBeLessThanOrEqual(400);
  expect(texts.join('').replaceAll(' ', '')).toHaveLength(90_000);
});

test.each(['', '<hr>', '<p>...</p>', '<p><button>Copy</button></p>'])('nothing is read of %j', (html) => {
  expect(textsIn(html)).toEqual([]);
});
