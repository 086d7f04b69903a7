#!/usr/bin/env node
import { join } from 'node:path';
import { root } from './paths.mjs';
import { prepare } from './toolchain/prepare.mjs';
import { runForeground } from './run.mjs';

// Paths are relative to the user's working directory, not to the one in which npm runs this.
const cwd = process.env.INIT_CWD ?? process.cwd();
const command = join(root, 'apps', 'api', 'src', 'commands', 'parley.ts');
runForeground(prepare().node, [command, ...process.argv.slice(2)], { cwd });
