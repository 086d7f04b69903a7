import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** The exports of every bench/<name>/run.ts. */
interface Benchmark {
  /** Runs the measurement and returns its table as text. */
  run(): Promise<string>;
}

// The benchmarks themselves read options such as --full.
const chosen = process.argv.slice(2).filter((argument) => !argument.startsWith('--'));
const names = readdirSync(import.meta.dirname, { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && existsSync(join(import.meta.dirname, entry.name, 'run.ts')))
  .map((entry) => entry.name)
  .filter((name) => chosen.length === 0 || chosen.includes(name));

for (const name of names) {
  const { run } = (await import(`./${name}/run.ts`)) as Benchmark;
  console.log(`\n${name}\n${await run()}`);
}
