import { join } from 'node:path';
import { buildDesktop } from './build/build-desktop.mjs';
import { buildWeb } from './build/build-web.mjs';
import { root } from './paths.mjs';
import { orExit, prepare } from './toolchain/prepare.mjs';
import { runForeground } from './run.mjs';

const toolchain = prepare();
await orExit(async () => {
  await buildWeb(toolchain);
  buildDesktop(toolchain);
});
runForeground(toolchain.node, [join(root, 'bench', 'run.ts'), ...process.argv.slice(2)], { cwd: root });
