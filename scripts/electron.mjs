import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { desktopFolder } from './build-desktop.mjs';
import { runCaptured } from './run.mjs';

const downloadTimeoutMs = 300_000;
const electronFolder = join(desktopFolder, 'node_modules', 'electron');

/** The Electron that is here already: the one that ELECTRON_BIN names, else the downloaded one; null when there is none. */
export function presentElectron() {
  const { ELECTRON_BIN: named } = process.env;
  if (named) return existsSync(named) ? named : null;
  const place = join(electronFolder, 'path.txt');
  if (!existsSync(place)) return null;
  const file = join(electronFolder, 'dist', readFileSync(place, 'utf8'));
  return existsSync(file) ? file : null;
}

/** The same, downloaded now when it is not here; null when it cannot be had. */
export async function getElectron(toolchain) {
  const present = presentElectron();
  if (present || process.env.ELECTRON_BIN) return present;
  console.log('Getting Electron (once)…');
  await runCaptured(toolchain.node, [join(electronFolder, 'install.js')], { timeoutMs: downloadTimeoutMs });
  return presentElectron();
}
