import { spawnSync } from 'node:child_process';
import { existsSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const FULL = '/dev/full';
const SCRIPT = `
  import { openLog } from '${join(import.meta.dirname, 'open-log.ts')}';
  const logger = openLog('info');
  for (const line of ['one', 'two', 'three']) {
    logger.info(line);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  process.exit(7);`;

test.skipIf(!existsSync(FULL))('a log on a full disk neither ends the process nor keeps it from ending', () => {
  const { status, stderr } = spawnSync(process.execPath, ['--input-type=module', '--eval', SCRIPT], {
    stdio: ['ignore', openSync(FULL, 'w'), 'pipe'],
    encoding: 'utf8',
    timeout: 30_000,
  });
  expect([status, stderr]).toEqual([7, '']);
});
