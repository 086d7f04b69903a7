import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from '@playwright/test';
import { freePort } from '@parley/web/stack';
import { test } from './support/test.ts';

const FOLDER = fileURLToPath(new URL('../', import.meta.url)).replace(/[\\/]$/, '');

test('npm run desktop starts the app with a local API and stops both together', async ({ machine }) => {
  test.skip(process.platform === 'win32', 'What stands for Electron here is a script.');
  // In a fresh clone, the command fetches its tools first.
  test.setTimeout(300_000);
  const port = await freePort();
  const server = `http://localhost:${port}`;
  // Calls the server named in its argument and exits, as if the user quit the app.
  const electron = join(machine.userData, 'electron');
  const seen = join(machine.userData, 'seen.json');
  writeFileSync(
    electron,
    `#!${process.execPath}
const { writeFileSync } = require('node:fs');
const args = process.argv.slice(2);
const server = args.find((argument) => argument.startsWith('--server=')).slice('--server='.length);
fetch(server + '/api/settings').then(({ status }) => writeFileSync(${JSON.stringify(seen)}, JSON.stringify({ args, status })));
`,
    { mode: 0o755 },
  );
  const child = spawn(process.execPath, [join(FOLDER, '../../scripts/desktop.mjs'), '--english'], {
    env: {
      PATH: process.env['PATH'],
      HOME: process.env['HOME'],
      ELECTRON_BIN: electron,
      PORT: String(port),
      SANDBOX_PORT: '0',
      DATA_DIR: machine.userData,
      LOG_LEVEL: 'error',
    },
    stdio: ['ignore', 'ignore', 'inherit'],
    timeout: 240_000,
  });
  const [code] = (await once(child, 'exit')) as [number];
  expect(code).toBe(0);
  expect(JSON.parse(readFileSync(seen, 'utf8'))).toEqual({ args: [FOLDER, `--server=${server}`], status: 200 });
  await expect
    .poll(() =>
      fetch(server).then(
        () => 'there',
        () => 'gone',
      ),
    )
    .toBe('gone');
});
