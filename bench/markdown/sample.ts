/**
 * Generates a seeded, model-like answer of `kilobytes`: prose, nested lists, tables, fenced code, links and footnotes.
 */
export function writeSample(kilobytes: number, codeLanguage: string): string {
  const random = seededRandom(7);
  const pick = <T>(from: readonly [T, ...T[]]): T => from[Math.floor(random() * from.length)] ?? from[0];
  const words = (count: number): string => Array.from({ length: count }, () => pick(vocabulary)).join(' ');
  const sentence = (): string => {
    const text = words(8 + Math.floor(random() * 12));
    const marked = random();
    const extra =
      marked < 0.15
        ? ` **${words(2)}**`
        : marked < 0.25
          ? ` \`${words(1)}\``
          : marked < 0.35
            ? ` [${words(2)}](https://example.com/${words(1)})`
            : marked < 0.4
              ? ` *${words(3)}*`
              : '';
    return `${text.charAt(0).toUpperCase()}${text.slice(1)}${extra}.`;
  };
  const paragraph = (): string => Array.from({ length: 3 + Math.floor(random() * 3) }, sentence).join(' ');

  let notes = 0;
  const writers: readonly [() => string, ...(() => string)[]] = [
    paragraph,
    paragraph,
    paragraph,
    () => {
      notes += 1;
      return `${paragraph()}[^${notes}]\n\n${paragraph()}\n\n[^${notes}]: ${sentence()}`;
    },
    () => Array.from({ length: 5 }, () => `- ${sentence()}\n  - ${words(6)}\n  - ${words(5)}`).join('\n'),
    () => Array.from({ length: 5 }, (_, index) => `${index + 1}. ${sentence()}`).join('\n'),
    () =>
      [
        '| Part | Size | What |',
        '| :-- | --: | :-- |',
        ...Array.from({ length: 6 }, () => `| ${words(2)} | ${Math.floor(random() * 900)} | ${words(5)} |`),
      ].join('\n'),
    () =>
      [
        `\`\`\`${codeLanguage}`,
        ...Array.from(
          { length: 14 },
          (_, index) => `  const ${pick(vocabulary)}${index} = ${pick(vocabulary)}(${Math.floor(random() * 99)});`,
        ),
        '```',
      ].join('\n'),
    () => `> ${sentence()}`,
  ];
  let text = '';
  for (let block = 0; text.length < kilobytes * 1024; block += 1) {
    text += block % 9 === 0 ? `${block % 27 === 0 ? '##' : '###'} ${words(4)}\n\n` : `${pick(writers)()}\n\n`;
  }
  return text.slice(0, kilobytes * 1024);
}

const vocabulary: readonly [string, ...string[]] = [
  'measure',
  'leading',
  'the',
  'reader',
  'column',
  'of',
  'a',
  'line',
  'page',
  'and',
  'margin',
  'which',
  'paper',
  'screen',
  'to',
  'letter',
  'between',
  'space',
  'is',
  'width',
  'typographer',
  'in',
  'paragraph',
  'eye',
  'return',
  'with',
  'character',
  'text',
  'for',
  'heading',
];

function seededRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
