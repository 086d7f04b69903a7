import { join } from 'node:path';
import { root } from './paths.mjs';
import { prepare } from './toolchain/prepare.mjs';
import { runForeground } from './run.mjs';

runForeground(prepare().node, [join(root, 'packages', 'languages', 'src', 'update-catalogs.ts')], { cwd: root });
