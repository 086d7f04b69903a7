// The manifest calls this so that a signal to npm arrives here: sh replaces itself (`exec`) instead of staying in
// between and dying alone, while cmd.exe takes everything up to `&&` as the value of a variable.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { buildWeb, listLanguages } from './build/build-web.mjs';
import { root } from './paths.mjs';
import { orExit, prepare } from './toolchain/prepare.mjs';
import { runForeground } from './run.mjs';

const toolchain = prepare();
offerSetup();
await orExit(() => buildWeb(toolchain, listLanguages()));
runForeground(toolchain.node, [join(root, 'apps', 'api', 'src', 'main.ts')], { cwd: root });

/** Offers a person at a terminal to write the settings of a first start by questions. */
function offerSetup() {
  if (!process.stdin.isTTY || !process.stdout.isTTY || existsSync(join(root, '.env'))) return;
  const command = join(root, 'apps', 'api', 'src', 'commands', 'parley.ts');
  const { status } = spawnSync(toolchain.node, [command, 'setup', '--offer'], { stdio: 'inherit', cwd: root });
  if (status !== 0) process.exit(status ?? 1);
}
