import { formatNumber } from './numbers.ts';

/** The value of an expression and the steps to it, or the reason why it has none. */
export type Calculation = { written: string; value: number; steps: string[] } | { written: string; problem: string };

interface Operand {
  value: number;
  /** Written with a percent sign; `200 + 10%` is 220. */
  percent: boolean;
}

interface Operator {
  precedence: number;
  operands: 1 | 2;
  rightToLeft?: true;
  shown: string;
  apply: (left: number, right: number) => number;
}

const OPERATORS: Record<string, Operator> = {
  '+': { precedence: 1, operands: 2, shown: ' + ', apply: (left, right) => left + right },
  '-': { precedence: 1, operands: 2, shown: ' − ', apply: (left, right) => left - right },
  '*': { precedence: 2, operands: 2, shown: ' × ', apply: (left, right) => left * right },
  '/': { precedence: 2, operands: 2, shown: ' ÷ ', apply: (left, right) => left / right },
  mod: { precedence: 2, operands: 2, shown: ' mod ', apply: (left, right) => left % right },
  of: { precedence: 2, operands: 2, shown: ' of ', apply: (left, right) => left * right },
  negative: { precedence: 3, operands: 1, rightToLeft: true, shown: '−', apply: (value) => -value },
  '^': { precedence: 4, operands: 2, rightToLeft: true, shown: '^', apply: (left, right) => left ** right },
  sqrt: { precedence: 5, operands: 1, rightToLeft: true, shown: '√', apply: (value) => Math.sqrt(value) },
};

type Token = { type: 'number'; value: number } | { type: 'operator'; name: string } | { type: '(' | ')' | '%' };

const TOKEN = /\s*(?:(\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?|\.\d+)|(\*\*|[-+*/^()%]|mod\b|of\b|sqrt\b))/y;

/** Evaluates an expression of numbers, `+ - * / ^ mod of sqrt %` and brackets; null if the text is not one. */
export function calculate(expression: string): Calculation | null {
  const tokens = tokenize(expression);
  if (!tokens?.some(({ type }) => type === 'operator' || type === '%')) return null;
  const written = show(tokens);
  const operands: Operand[] = [];
  const pending: string[] = [];
  const steps: string[] = [];
  let problem: string | null = null;

  /** Applies the operator on top of the stack; false if operands are missing. */
  const reduce = (): boolean => {
    const operator = OPERATORS[pending.pop() ?? ''];
    const right = operands.pop();
    const left = operator?.operands === 1 ? right : operands.pop();
    if (!operator || !left || !right) return false;
    const share = right.percent && !left.percent && operator.precedence === 1 ? left.value * right.value : right.value;
    if ((operator.shown === ' ÷ ' || operator.shown === ' mod ') && share === 0)
      problem ??= 'You can’t divide by zero.';
    const value = operator.apply(left.value, share);
    const start = operator.operands === 1 ? '' : formatNumber(left.value);
    if (operator.shown !== '−') steps.push(`${start}${operator.shown}${formatNumber(share)} = ${formatNumber(value)}`);
    operands.push({ value, percent: operator.operands === 1 && right.percent });
    return true;
  };

  let wantsOperand = true;
  for (const token of tokens) {
    const isPrefix = token.type === '(' || (token.type === 'operator' && OPERATORS[token.name]?.operands === 1);
    if ((token.type === 'number' || isPrefix) !== wantsOperand) return null;
    if (token.type === 'number') {
      operands.push({ value: token.value, percent: false });
      wantsOperand = false;
    } else if (token.type === '(') {
      pending.push('(');
    } else if (token.type === ')') {
      while (pending.length > 0 && pending.at(-1) !== '(') if (!reduce()) return null;
      if (pending.pop() !== '(') return null;
    } else if (token.type === '%') {
      const operand = operands.pop();
      if (!operand || operand.percent) return null;
      operands.push({ value: operand.value / 100, percent: true });
    } else if (token.type === 'operator') {
      const operator = OPERATORS[token.name];
      while (operator && operator.operands === 2 && waitsFirst(OPERATORS[pending.at(-1) ?? ''], operator)) {
        if (!reduce()) return null;
      }
      pending.push(token.name);
      wantsOperand = true;
    }
  }
  if (wantsOperand) return null;
  while (pending.length > 0) if (!reduce()) return null;
  const result = operands.pop();
  if (!result || operands.length > 0) return null;
  if (problem !== null) return { written, problem };
  if (Number.isNaN(result.value)) return { written, problem: 'That isn’t a real number.' };
  if (!Number.isFinite(result.value)) return { written, problem: 'That number is too large for me to write.' };
  return { written, value: result.value, steps };
}

function waitsFirst(waiting: Operator | undefined, next: Operator): boolean {
  if (!waiting) return false;
  return next.rightToLeft ? waiting.precedence > next.precedence : waiting.precedence >= next.precedence;
}

function tokenize(text: string): Token[] | null {
  const tokens: Token[] = [];
  const end = text.trimEnd().length;
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < end) {
    const match = TOKEN.exec(text);
    if (!match) return null;
    const [, number, symbol = ''] = match;
    const before = tokens.at(-1)?.type;
    const afterOperand = before === 'number' || before === ')' || before === '%';
    if (number !== undefined) tokens.push({ type: 'number', value: Number(number.replaceAll(',', '')) });
    else if (symbol === '(' || symbol === ')') tokens.push({ type: symbol });
    // `10 % 3` is a remainder, `10%` and `10% of 3` are percentages.
    else if (symbol === '%' && !/^\s*[\d.(]/.test(text.slice(TOKEN.lastIndex))) tokens.push({ type: '%' });
    else if (symbol === '%') tokens.push({ type: 'operator', name: 'mod' });
    else if (symbol === '-' && !afterOperand) tokens.push({ type: 'operator', name: 'negative' });
    else tokens.push({ type: 'operator', name: symbol === '**' ? '^' : symbol });
  }
  return tokens;
}

function show(tokens: Token[]): string {
  const part = (token: Token) => {
    if (token.type === 'number') return formatNumber(token.value);
    return token.type === 'operator' ? (OPERATORS[token.name]?.shown ?? '') : token.type;
  };
  return tokens.map(part).join('');
}
