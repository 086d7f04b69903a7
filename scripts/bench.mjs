import { join } from 'node:path';
import { buildDesktop } from './build-desktop.mjs';
import { buildWeb } from './build-web.mjs';
import { root } from './paths.mjs';
import { orExit, prepare } from './prepare.mjs';
import { runForeground } from './run.mjs';

const toolchain = prepare();
orExit(() => {
  buildWeb(toolchain);
  buildDesktop(toolchain);
});
runForeground(toolchain.node, [join(root, 'bench', 'run.ts'), ...process.argv.slice(2)], { cwd: root });
