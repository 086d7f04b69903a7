import { join } from 'node:path';
import { buildWeb } from './build-web.mjs';
import { root } from './paths.mjs';
import { orExit, prepare } from './prepare.mjs';
import { runForeground } from './run.mjs';

const toolchain = prepare();
orExit(() => buildWeb(toolchain));
runForeground(toolchain.node, [join(root, 'apps', 'api', 'src', 'main.ts')], { cwd: root });
