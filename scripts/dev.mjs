import { join } from 'node:path';
import { root } from './paths.mjs';
import { prepare } from './toolchain/prepare.mjs';
import { runForeground } from './run.mjs';

const toolchain = prepare();
runForeground(toolchain.node, [join(root, 'scripts', 'dev-stack.mjs')], { cwd: root });
