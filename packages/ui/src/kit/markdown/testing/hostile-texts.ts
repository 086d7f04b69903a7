const repeated = (unit: string) => (length: number) => unit.repeat(length / unit.length);
const numbered = (unit: (index: number) => string) => (length: number) => {
  let text = '';
  for (let index = 0; text.length < length; index += 1) text += unit(index);
  return text;
};
const units = [
  ['*', '*a ', 'a*', '**a ', '*a_', '**a __b ', '_a ', '~a', '~~a ', '*a **b ', '`a', '\\*', '\\(', '\\(a ', '\\['],
  ['[', '[a', '[a]', '![', ']', '[](', '[a](', '[^a', '[^a]', '[^a]: ', '$a ', '$x^', '$$a ', '|', '|a'],
  ['>', '> ', '- ', '+ ', '1. ', '- [ ] ', '<', '<a ', '<a b="', '</', '<!-- ', '<?', '<![CDATA[', '<!A', '<http://a'],
  ['www.a ', 'http://', 'https://a.b/ ', 'a@', 'a@b.', 'mailto:', 'a.', '&', '&a;', '!', ')', '"', ':', '漢', '👍'],
  ['**「a」', 'https://a。', 'https://a.b/)。', '|`a|', '| $a|'],
  ['a\n', 'a *b* c\n', '> a\n', '- a\n', '1. a\n\n', '$$\na\n', '\\[\n', '```\n', '<div>\n', '***\n', '    a\n'],
].flat();

const lazyParagraphs = ['> ', '- ', '1. ', '[^a]: ', '> [a]('];
const lines = (first: string, line: string) => (length: number) => first + line.repeat(length / line.length);

const opensBlock = /^(?:[>+\-1<|`]|\[\^|\$\$|\\\[)/;

/** Texts that are expensive to parse, by name: each returns about `length` characters. */
export const hostileTexts: Readonly<Record<string, (length: number) => string>> = {
  ...Object.fromEntries([
    ...units.map((unit) => [JSON.stringify(`x ${unit}`), (length: number) => `x ${repeated(unit)(length)}`]),
    ...units.filter((unit) => opensBlock.test(unit)).map((unit) => [JSON.stringify(unit), repeated(unit)]),
  ]),
  'growing code marks': numbered((index) => `${'`'.repeat(index + 1)}a`),
  'nested emphasis': (length) => '*a '.repeat(length / 6) + 'b* '.repeat(length / 6),
  'a run around a letter': (length) => `${'*'.repeat(length / 2)}a${'*'.repeat(length / 2)}`,
  'nested brackets': (length) => '['.repeat(length / 2) + ']'.repeat(length / 2),
  'nested links': (length) => '[a'.repeat(length / 6) + '](b)'.repeat(length / 6),
  'deeper quotes': numbered((index) => `${'>'.repeat(index)} a\n`),
  'deeper lists': numbered((index) => `${'  '.repeat(index)}- a\n`),
  'an open bracket before words': (length) => `[${'a '.repeat(length / 2)}`,
  'an address and punctuation': (length) => `http://a.b/${'!'.repeat(length)}a`,
  'an address and entities': (length) => `http://a.b/${'&a;'.repeat(length / 3)}a`,
  'links before their definitions': (length) =>
    `${numbered((index) => `[a${index}] `)(length / 2)}\n\n${numbered((index) => `[a${index}]: b\n\n`)(length / 2)}`,
  'definitions before their links': (length) =>
    `${numbered((index) => `[a${index}]: b\n\n`)(length / 2)}${numbered((index) => `[a${index}] `)(length / 2)}`,
  footnotes: numbered((index) => `[^a${index}] `),
  'a wide table': (length) => `${'|a'.repeat(length / 5)}|\n${'|-'.repeat(length / 5)}|\n|c|\n`,
  'a wide table of empty rows': (length) =>
    `${'|a'.repeat(length / 8)}|\n${'|-'.repeat(length / 8)}|\n${'|\n'.repeat(length / 4)}`,
  ...Object.fromEntries(
    lazyParagraphs.map((start) => [`short lines after ${JSON.stringify(start)}`, lines(`${start}b\n`, 'a\n')]),
  ),
  'short lines after deep quotes': lines(`${'> '.repeat(30)}b\n`, 'a\n'),
  'short lines after deep lists': lines(`${'- '.repeat(30)}b\n`, 'a\n'),
  'indented lines after deep quotes': lines(`${'> '.repeat(30)}b\n`, '\ta\n'),
  'shallow quotes after deep ones': lines(`${'> '.repeat(30)}b\n`, '> a\n'),
  'quotes of two depths': repeated('> > b\n> a\n'),
  'a formula of many lines': (length) => `x\n$$\n${'a_1\n'.repeat(length / 4)}`,
};
