import type { Nodes } from 'mdast';
import { expect, test } from 'vitest';
import { parseMarkdown } from '../parse/parse-markdown.ts';

/** The text with braces around each formula. */
function outline(node: Nodes): string {
  if (node.type === 'inlineFormula') return `{${node.data.hProperties.set === 'block' ? 'display ' : ''}${node.value}}`;
  if (node.type === 'formulaBlock') return `{block ${node.closed ? '' : 'open '}${node.value}}`;
  if ('children' in node) return node.children.map(outline).join(node.type === 'root' ? '|' : '');
  return 'value' in node ? node.value : '';
}

const read = (text: string): string => outline(parseMarkdown(text, []));

test.each([
  '$5 and $10',
  '$12 … $15',
  'between $12 and $15 a month',
  'US$5 or A$6 or CA$7',
  'set $HOME and $PATH',
  '$HOME/$USER',
  '$HOME:$PATH',
  'it costs $5.',
  'it costs $5, and $6 there',
  '$5-$10',
  '$5–$10 or $20',
  '$5/$10',
  '$5/month to $10/month',
  'from $100,000 to $200,000',
  '($5) or ($6)',
  'pay $10 (or 10$)',
  'pay 5$ or 6$',
  '$5 million, $6 billion',
  '$1 = $2',
  '$1$2',
  'a $ b $ c',
  'a$b$c',
  '$ x $',
  '$',
  '$$$',
  'end $',
  'one $x and no end',
  '$5 to about $x$y',
  '"$5" and "$6"',
  '$5 or $6th',
  '$a$that',
  '$5, $6, $7',
  'the pid is $$ in a shell',
  '$$ is the pid of a shell',
  '$FOO is set and $BAR too',
  '$20 off (was $40)',
  '$3k/$4k',
  'AU$ 5 and US$ 6',
  '$5 USD and 10 USD$',
  'save $5 here and there$',
  '$0.50 each, $5 for ten',
  'about $5 vs about $6',
  '[1] and (see below)',
])('formulaSyntax leaves %j as text', (text) => {
  expect(read(text).replaceAll('|', '')).toBe(text);
});

test.each([
  ['\\$5 and \\$6', '$5 and $6'],
  ['**$5** and **$6**', '$5 and $6'],
  ['`$x$` and `\\(x\\)`', '$x$ and \\(x\\)'],
  ['\\[1\\] Smith, \\[note\\]', '[1] Smith, [note]'],
  ['\\(see below\\)', '(see below)'],
  ['\\[1\\]', '[1]'],
  ['\\[see\\] x\n\ny', '[see] x|y'],
  ['$x^2$', '{x^2}'],
  ['$x$, $y$ and $z$.', '{x}, {y} and {z}.'],
  ['it costs $5 and $x$ is a letter', 'it costs $5 and {x} is a letter'],
  ['$100$ and $2x$', '{100} and {2x}'],
  ['the $n$th and $(k-1)$st, $i$nd', 'the {n}th and {(k-1)}st, {i}nd'],
  ['($n$)', '({n})'],
  ['$\\text{one two}$', '{\\text{one two}}'],
  ['$a \\$ b$', '{a \\$ b}'],
  ['**$E = mc^2$**', '{E = mc^2}'],
  ['$a_1$ and $b_2$', '{a_1} and {b_2}'],
  ['$a\nb$', '{a\nb}'],
  ['\\(a_1 * b * c\\) d', '{a_1 * b * c} d'],
  ['\\(x\\)', '{x}'],
  ['so \\[ x = 1 \\] then', 'so {display x = 1} then'],
  ['so $$x = 1$$ then', 'so {display x = 1} then'],
  ['$$x$$', '{block x}'],
  ['$$\nx\n$$', '{block x}'],
  ['a\n$$\nx\n- y\n= z\n$$\nb', 'a|{block x\n- y\n= z}|b'],
  ['\\[\nx\n\\]\nb', '{block x}|b'],
  ['\\[ x = 1 \\]', '{block x = 1}'],
  [
    '$$\\begin{aligned}\na &= b \\\\[2pt]\n&= c\n\\end{aligned}$$',
    '{block \\begin{aligned}\na &= b \\\\[2pt]\n&= c\n\\end{aligned}}',
  ],
  ['\\[\na \\\\[2pt]\nb\n\\]', '{block a \\\\[2pt]\nb}'],
  ['> $$\n> x\n> $$\ny', '{block x}|y'],
  ['- \\[\n  x\n  \\]\n- y', '{block x}y'],
  ['$$\nx\n\ny', '{block open x}|y'],
  ['> $$\n> x\ny', '{block open x}|y'],
  ['$$\nx', '{block open x}'],
  ['\\[\n', '{block open }'],
  ['$$x$$ is a letter', '{display x} is a letter'],
  ['| a |\n|-|\n| $x$ |', 'a{x}'],
  ['- $x$\n- $5', '{x}$5'],
  ['    $x$', '$x$'],
  ['```\n$$\nx\n$$\n```', '$$\nx\n$$'],
])('formulaSyntax reads %j as %j', (text, expected) => {
  expect(read(text)).toBe(expected);
});
