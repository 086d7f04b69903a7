import { expect, test } from 'vitest';
import { isTooLarge } from './is-too-large.ts';

const lines = (count: number, line: (index: number) => string) => Array.from({ length: count }, (_, n) => line(n));
const EDGES = lines(150, (n) => `a${n % 20} --> b${n % 21}`);
const TASK = 'Write :w, 2026-01-05, 10d';

test.each<[string, string, string]>([
  ['a flowchart of sixty edges', 'flowchart-v2', ['graph TD', ...EDGES.slice(0, 60)].join('\n')],
  ['a long sequence', 'sequence', ['sequenceDiagram', ...lines(120, (n) => `A->>B: step ${n}`)].join('\n')],
  ['a Gantt chart without weekends', 'gantt', ['gantt', 'excludes weekends', ...lines(20, () => TASK)].join('\n')],
  ['a packet', 'packet', 'packet-beta\n0-15: "Source Port"\n16-31: "Destination Port"'],
])('isTooLarge lets %s be drawn', (_what, type, source) => {
  expect(isTooLarge(source, type)).toBe(false);
});

test.each<[string, string, string]>([
  ['many edges', 'flowchart-v2', ['graph TD', ...EDGES].join('\n')],
  ['many edges in one line', 'flowchart-v2', `graph TD;${EDGES.join(';')}`],
  ['many nodes joined in one line', 'flowchart-v2', `graph TD\n${lines(151, (n) => `n${n}`).join(' & ')}`],
  ['a long label', 'flowchart-v2', `graph TD\na["${'word '.repeat(2_000)}"]`],
  ['many moved tasks', 'gantt', ['gantt', 'excludes weekends', ...lines(30, () => TASK)].join('\n')],
  ['long tasks that are moved', 'gantt', 'gantt\n  Excludes monday\nWrite :w, 1900-01-01, 9000d'],
  ['a century that is moved', 'gantt', 'gantt\nexcludes weekends\nWrite :w, 1900-01-01, 99y'],
  ['a packet of millions of bits', 'packet', 'packet-beta\n0-99999999: "a"'],
  ['millions of spaces', 'block', 'block-beta\nspace:50000000'],
  ['nested blocks', 'block', ['block-beta', ...lines(20, () => 'block'), 'a', ...lines(20, () => 'end')].join('\n')],
])('isTooLarge rejects %s', (_what, type, source) => {
  expect(isTooLarge(source, type)).toBe(true);
});
