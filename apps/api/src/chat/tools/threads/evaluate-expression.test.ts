import { expect, test } from 'vitest';
import { evaluateExpression } from './evaluate-expression.ts';

test.each([
  ['0.1 + 0.2', /^0\.3$/],
  ['2^200', /^1606938044258990275541962092341162602522202993782792835301376$/],
  ['123456789012345678901234567890 * 3', /^370370367037037036703703703670$/],
  ['80 * 15%', /^12$/],
  ['5 km to mile', /^3\.106855961186669848\d* mile$/],
  ['days("2024-02-28", "2024-03-01")', /^2$/],
  ['addMonths("2024-01-31", 1)', /^2024-02-29$/],
  ['addDays("2026-12-25", 10)', /^2027-01-04$/],
  ['weekday("2026-11-22")', /^Sunday$/],
])('computes %s exactly', (expression, value) => {
  expect(evaluateExpression(expression)).toEqual({ value: expect.stringMatching(value) });
});

test.each([
  ['1 +', /Unexpected|Value expected/],
  ['nothing_known(2)', /Undefined function/],
  ['import({ sqrt: 1 })', /not available/],
  ['evaluate("1 + 1")', /not available/],
  ['cos.constructor("return process")()', /No access|constructor|expected/],
  ['days("2024-02-30", "2024-03-01")', /date|range|day/i],
])('refuses %s in words', (expression, problem) => {
  expect(evaluateExpression(expression)).toEqual({ problem: expect.stringMatching(problem) });
});
