import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { calculate } from './calculator.ts';

const value = (text: string) => {
  const result = calculate(text);
  return result && ('value' in result ? result.value : result.problem);
};

describe('calculate', () => {
  test.each([
    ['12 * 7', 84],
    ['2 + 3 * 4', 14],
    ['(2 + 3) * 4', 20],
    ['10 - 4 - 3', 3],
    ['100 / 10 / 5', 2],
    ['2 ^ 3 ^ 2', 512],
    ['2 ** 10', 1024],
    ['-2 ^ 2', -4],
    ['2 ^ -1', 0.5],
    ['4 - -3', 7],
    ['sqrt 16 + 1', 5],
    ['sqrt(16 + 9)', 5],
    ['1,234.5 + 0.5', 1235],
    ['20% of 50', 10],
    ['200 + 10%', 220],
    ['200 - 10%', 180],
    ['50%', 0.5],
    ['10 % 4', 2],
    ['1 / 0', 'You can’t divide by zero.'],
    ['sqrt(-4)', 'That isn’t a real number.'],
    ['9 ^ 9 ^ 9', 'That number is too large for me to write.'],
  ])('calculates that %s is %s', (text, expected) => expect(value(text)).toBe(expected));

  test.each([
    '',
    '42',
    '1 +',
    '* 2',
    '(1 + 2',
    '1 + 2)',
    '()',
    '1 2',
    '2(3)',
    '1 + a',
    '1..2 + 1',
    '% 5',
    'alert(1)',
    '5%%',
  ])('%j is not an expression', (text) => expect(calculate(text)).toBeNull());

  test('the steps name each operation', () => {
    expect(calculate('12 * (3 + 4)')).toEqual({
      written: '12 × (3 + 4)',
      value: 84,
      steps: ['3 + 4 = 7', '12 × 7 = 84'],
    });
  });

  test('the value agrees with the expression tree, however the expression is bracketed', () => {
    fc.assert(
      fc.property(tree(), fc.infiniteStream(fc.boolean()), (node, extra) => {
        const expected = evaluate(node);
        const result = calculate(write(node, extra));
        const found = result && ('value' in result ? result.value : 'a problem');
        expect(found).toBe(typeof node === 'number' ? null : Number.isFinite(expected) ? expected : 'a problem');
      }),
      { seed: 20261121, numRuns: 2000 },
    );
  });

  test('the calculator never throws', () => {
    const text = fc.array(
      fc.constantFrom('1', '2.5', '+', '-', '*', '/', '^', '(', ')', '%', ' ', 'of', 'sqrt', 'mod', ','),
    );
    fc.assert(
      fc.property(text, (parts) => void calculate(parts.join(''))),
      { seed: 20261121, numRuns: 2000 },
    );
  });
});

type Node = number | { operator: '+' | '-' | '*' | '/' | '^'; left: Node; right: Node } | { negated: Node };

const PRECEDENCE = { '+': 1, '-': 1, '*': 2, '/': 2, '^': 4 };

function tree(): fc.Arbitrary<Node> {
  return fc.letrec<{ node: Node }>((tie) => ({
    node: fc.oneof(
      { maxDepth: 5, withCrossShrink: true },
      fc.oneof(fc.nat(99), fc.constantFrom(0.5, 0.25, 12.125)),
      fc.record({ operator: fc.constantFrom('+', '-', '*', '/', '^'), left: tie('node'), right: tie('node') }),
      fc.record({ negated: tie('node') }),
    ),
  })).node;
}

/** Returns NaN for an expression without a value, including a division by zero in any step. */
function evaluate(node: Node): number {
  if (typeof node === 'number') return node;
  if ('negated' in node) return -evaluate(node.negated);
  const left = evaluate(node.left);
  const right = evaluate(node.right);
  switch (node.operator) {
    case '+':
      return left + right;
    case '-':
      return left - right;
    case '*':
      return left * right;
    case '/':
      return right === 0 ? NaN : left / right;
    case '^':
      return left ** right;
  }
}

/** Writes the expression with the required brackets and some redundant ones. */
function write(node: Node, extra: Iterator<boolean>): string {
  if (typeof node === 'number') return String(node);
  const precedence = 'negated' in node ? 3 : PRECEDENCE[node.operator];
  const part = (child: Node, needs: number) => {
    const own = typeof child === 'number' ? 9 : 'negated' in child ? 3 : PRECEDENCE[child.operator];
    const text = write(child, extra);
    return own < needs || extra.next().value ? `(${text})` : text;
  };
  if ('negated' in node) return `-${part(node.negated, precedence)}`;
  const rightToLeft = node.operator === '^';
  const left = part(node.left, rightToLeft ? precedence + 1 : precedence);
  return `${left} ${node.operator} ${part(node.right, rightToLeft ? precedence : precedence + 1)}`;
}
