import { globSync, readFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { expect, it } from 'vitest';
import { root } from './paths.mjs';

const FILES = globSync(
  ['{apps,packages}/*/{src,e2e,vite,boot,share,worker,scripts}/**/*.{ts,tsx}', 'bench/**/*.{ts,tsx}'],
  { cwd: root },
).map((file) => file.replaceAll('\\', '/'));

/** The files that a file imports statically, values and types. */
function importsOf(file: string, code: string): string[] {
  const found = code.matchAll(/^\s*(?:import|export)\b[^;'"]*?\bfrom\s*'(\.[^']+)'|^import\s*'(\.[^']+)'/gm);
  return [...found].map(([, from, bare]) => posix.join(dirname(file), from ?? bare ?? ''));
}

/** Groups of files that import one another (Tarjan), each sorted. */
function findCycles(graph: Map<string, string[]>): string[][] {
  const [order, low] = [new Map<string, number>(), new Map<string, number>()];
  const path: string[] = [];
  const cycles: string[][] = [];
  const least = (file: string, value: number) => low.set(file, Math.min(low.get(file) ?? value, value));
  function visit(file: string): void {
    order.set(file, order.size);
    least(file, order.size - 1);
    path.push(file);
    for (const next of graph.get(file) ?? []) {
      if (!order.has(next)) visit(next);
      if (path.includes(next)) least(file, low.get(next) ?? 0);
    }
    if (low.get(file) !== order.get(file)) return;
    const cycle = path.splice(path.indexOf(file));
    if (cycle.length > 1) cycles.push(cycle.toSorted());
  }
  for (const file of graph.keys()) if (!order.has(file)) visit(file);
  return cycles;
}

// oxlint's `import/no-cycle` finds cycles of value imports; this also finds those that types close.
it('no file imports itself through other files, not even for types', () => {
  const graph = new Map(FILES.map((file) => [file, importsOf(file, readFileSync(join(root, file), 'utf8'))]));
  expect(findCycles(graph)).toStrictEqual([]);
});

it('finds a cycle that only types close, and no cycle where two files import a third', () => {
  const code = {
    'a/one.ts': "import type { Two } from './two.ts';",
    'a/two.ts': "import {\n  three,\n  type Three,\n} from '../b/three.ts';",
    'b/three.ts': "export type { One } from '../a/one.ts';",
    'b/four.ts': "import '../a/two.ts';",
  };
  const graph = new Map(Object.entries(code).map(([file, text]) => [file, importsOf(file, text)]));
  expect(findCycles(graph)).toStrictEqual([['a/one.ts', 'a/two.ts', 'b/three.ts']]);
  graph.set('b/three.ts', []);
  expect(findCycles(graph)).toStrictEqual([]);
});
