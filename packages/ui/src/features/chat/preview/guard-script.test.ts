import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { declaredNames, GUARD, guardScript } from './guard-script.ts';

const LIMIT = 1000;

/** Runs a guarded script whose guard throws after a thousand calls; returns its result, or `stopped`. */
function run(code: string): unknown {
  let calls = 0;
  const guard = () => {
    calls += 1;
    if (calls > LIMIT) throw new RangeError('stopped');
  };
  try {
    return runInNewContext(guardScript(code), { [GUARD]: guard }, { timeout: 5000 });
  } catch (error) {
    return error instanceof Error || (typeof error === 'object' && error !== null && 'message' in error)
      ? (error as Error).message
      : error;
  }
}

test.each([
  'for (;;);',
  'while (true) {}',
  'do ; while (true)',
  'for (let n = 0; ; ) n++',
  'const all = [1]; for (const one of all) all.push(one)',
  'outer: while (1) while (1) continue outer',
  'while (1) try { while (1); } catch {}',
  'if (1) while (1) if (0) ; else ;',
  'const f = () => { f(); f() }; try { f() } catch {} for (;;);',
  'const fib = (n) => n < 2 ? n : fib(n - 1) + fib(n - 2); fib(60)',
  'function fib(n) { return n < 2 ? n : fib(n - 1) + fib(n - 2) } fib(60)',
  'const next = (n) => ({ n: next2(n) }); const next2 = (n) => n > 50 ? 0 : [next(n + 1), next(n + 1)]; next(0)',
  'class A { get x() { for (;;); } } new A().x',
  '(function* () { while (true) yield 1 })().forEach(() => {})',
])('stops %s', (code) => {
  expect(run(code)).toBe('stopped');
});

test.each([
  ['let sum = 0; for (let n = 0; n < 9; n++) sum += n; sum', 36],
  ['let n = 3, out = ""; while (n) out += n--; out', '321'],
  ['let n = 0; do n++; while (n < 4) n', 4],
  ['const f = (a) => (b) => ({ a, b }); JSON.stringify(f(1)(2))', '{"a":1,"b":2}'],
  ['function f() { "use strict"; return this === undefined } f()', true],
  ['function f() { "use strict" \n return this === undefined } f()', true],
  ['class A { constructor() { this.n = 1 } } class B extends A { constructor() { super(); this.n++ } } new B().n', 2],
  ['const f = n => n, g = () => f; g()(5)', 5],
  ['let s = ""; for (const k in { a: 1, b: 2 }) s += k; s', 'ab'],
  ['[...(function* () { for (const n of [1, 2]) yield n })()].join()', '1,2'],
  ['while (0) f = () => 1\nfor (;;) break\n7', 7],
])('does not change the result of %s', (code, result) => {
  expect(run(code)).toBe(result);
});

test('the lines of a script keep their numbers', () => {
  const code = 'for (const a of b) {\n  c();\n}\nd(() => e);\n';
  expect(guardScript(code).split('\n')).toHaveLength(code.split('\n').length);
});

test('a script that is not JavaScript is rejected', () => {
  expect(() => guardScript('for (')).toThrow(SyntaxError);
});

test('lists the names at the top of a script, in their order', () => {
  expect(declaredNames('function A() {}; const B = 1, { c } = B; class D {} let e; if (1) { var F }')).toEqual([
    'A',
    'B',
    'D',
    'e',
  ]);
});
