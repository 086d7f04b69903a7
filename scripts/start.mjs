// The manifest calls this so that a signal to npm arrives here: sh replaces itself (`exec`) instead of staying in
// between and dying alone, while cmd.exe takes everything up to `&&` as the value of a variable.
import { join } from 'node:path';
import { buildWeb } from './build/build-web.mjs';
import { root } from './paths.mjs';
import { orExit, prepare } from './toolchain/prepare.mjs';
import { runForeground } from './run.mjs';

const toolchain = prepare();
orExit(() => buildWeb(toolchain));
runForeground(toolchain.node, [join(root, 'apps', 'api', 'src', 'main.ts')], { cwd: root });
