// Runs the pinned pnpm: `npm run pnpm -- add zod --filter @parley/api`.
import { dirname } from 'node:path';
import { root, withPath } from './paths.mjs';
import { orExit } from './toolchain/prepare.mjs';
import { runForeground } from './run.mjs';
import { getToolchain } from './toolchain/toolchain.mjs';

const { node, pnpm } = orExit(getToolchain);
runForeground(node, [pnpm, ...process.argv.slice(2)], { cwd: root, env: withPath(process.env, dirname(node)) });
