import { closingLine, sumOutcomes } from './test-run/counts.mjs';
import { prepare } from './toolchain/prepare.mjs';
import { partNames, stages } from './test-run/test-parts.mjs';

const given = process.argv.slice(2);
// `--all` adds tests that take minutes and cover rarely changed code. The hosted workflow always runs them.
const runsAll = given.includes('--all');
const wanted = given.filter((argument) => argument !== '--all');
const unknown = wanted.filter((name) => !partNames.includes(name));
if (unknown.length > 0) {
  console.error(`There is no part called ${unknown.join(', ')}. The parts are: ${partNames.join(', ')}.`);
  process.exit(1);
}

async function runPart({ name, run }, toolchain) {
  const started = performance.now();
  const outcome = await run(toolchain).catch((error) => ({ passed: 0, failed: 1, skipped: 0, output: error.message }));
  const seconds = Math.round((performance.now() - started) / 1000);
  if (outcome.failed > 0) console.log(`\n${outcome.output.trim()}\n`);
  const mark = outcome.failed > 0 ? 'FAILED' : outcome.passed > 0 ? 'ok' : 'skipped';
  console.log(
    `${mark.padEnd(7)} ${name}: ${closingLine(outcome)} (${seconds} s)${outcome.why ? `. ${outcome.why}` : ''}`,
  );
  return { ...outcome, name, seconds };
}

async function runLane(parts, toolchain) {
  const outcomes = [];
  for (const part of parts) outcomes.push(await runPart(part, toolchain));
  return outcomes;
}

if (runsAll) process.env.PARLEY_TEST_ALL = '1';
const started = performance.now();
const toolchain = prepare();
const outcomes = [];
for (const lanes of stages) {
  const chosen = lanes.map((lane) => lane.filter(({ name }) => wanted.length === 0 || wanted.includes(name)));
  outcomes.push(...(await Promise.all(chosen.map((lane) => runLane(lane, toolchain)))).flat());
}
const total = sumOutcomes(outcomes);
const minutes = ((performance.now() - started) / 60_000).toFixed(1);
for (const { name, failures = [] } of outcomes)
  for (const failure of failures) console.log(`\nFAILED  ${name}: ${failure}`);
console.log(`\n${outcomes.map(({ name, seconds }) => `${name} ${seconds} s`).join(', ')}; ${minutes} minutes in all`);
console.log(closingLine(total));
process.exitCode = total.failed === 0 ? 0 : 1;
