import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { WORK_LIMITS } from './work-limits.ts';

const PAGE = new URL('../../../../docs/operations.md', import.meta.url);
const cellsOf = (line: string) =>
  line
    .split('|')
    .map((cell) => cell.trim())
    .slice(1, -1);

it('the operator’s table of scarce work matches the limits', () => {
  const lines = readFileSync(PAGE, 'utf8').split('\n');
  const begin = lines.findIndex((line) => cellsOf(line)[0] === 'Kind');
  const rows = lines.slice(begin + 2, lines.indexOf('', begin)).map(cellsOf);
  expect(rows).toEqual(
    Object.entries(WORK_LIMITS).map(([kind, limit]) => {
      const { what, places, perAddress, perUser, waitingPerUser, waitSeconds } = limit;
      return [`\`${kind}\``, what, ...[places, perAddress, perUser, waitingPerUser, waitSeconds].map(String)];
    }),
  );
});
