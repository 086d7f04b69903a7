import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { desktopFolder } from '../build/build-desktop.mjs';
import { runCaptured } from '../run.mjs';

const downloadTimeoutMs = 300_000;
const electronFolder = join(desktopFolder, 'node_modules', 'electron');

/** The installed Electron: from ELECTRON_BIN, else the downloaded one; null without either. */
export function presentElectron() {
  const { ELECTRON_BIN: named } = process.env;
  if (named) return existsSync(named) ? named : null;
  const place = join(electronFolder, 'path.txt');
  if (!existsSync(place)) return null;
  const file = join(electronFolder, 'dist', readFileSync(place, 'utf8'));
  return existsSync(file) ? file : null;
}

/** Like `presentElectron`, but downloads a missing one; null if that fails. */
export async function getElectron(toolchain) {
  const present = presentElectron();
  if (present || process.env.ELECTRON_BIN) return present;
  console.log('Getting Electron (once)…');
  await runCaptured(toolchain.node, [join(electronFolder, 'install.js')], { timeoutMs: downloadTimeoutMs });
  return presentElectron();
}
