/** What stands before and after the parts of an equation. */
const MARKS: Record<string, [before: string, after: string]> = {
  num: ['(', ')/'],
  den: ['(', ')'],
  sub: ['_(', ')'],
  sup: ['^(', ')'],
  d: ['(', ')'],
};
const INTEGRAL = '∫';

/** The marks of one of Word's equations, which write it in a line: `(a)/(b)`, `x^(2)`, `√(x)`, `∑_(i=1)^(n)`. */
export class WordMath {
  /** Marks of parts that have no words yet. */
  #pending: string[] = [];
  /** The right marks of the open parts in brackets. */
  #brackets: string[] = [];
  #operator = INTEGRAL;

  /** The marks before the next words. */
  beforeWords(): string {
    const marks = this.#pending.join('');
    this.#pending = [];
    return marks;
  }

  /** `value` is that of a property. */
  open(name: string, value: string): void {
    if (name === 'd') this.#brackets.push(')');
    if (Object.hasOwn(MARKS, name)) this.#pending.push(MARKS[name]?.[0] ?? '');
    else if (name === 'naryPr') this.#operator = INTEGRAL;
    else if (name === 'chr') this.#operator = value;
    else if (name === 'begChr') this.#pending[this.#pending.length - 1] = value;
    else if (name === 'endChr') this.#brackets[this.#brackets.length - 1] = value;
  }

  /** Returns the marks that end a part; '' for a part without words. */
  close(name: string): string {
    if (name === 'naryPr') return this.beforeWords() + this.#operator;
    if (name === 'deg') return `${this.beforeWords()}√(`;
    if (name === 'rad') return ')';
    if (!Object.hasOwn(MARKS, name)) return '';
    const after = name === 'd' ? this.#brackets.pop() : MARKS[name]?.[1];
    return this.#pending.pop() === undefined ? (after ?? '') : '';
  }
}
