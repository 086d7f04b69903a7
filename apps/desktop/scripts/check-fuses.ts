// Reads the fuses of what was packed on this system and fails where one is not what set-fuses.ts says.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { FuseState, getCurrentFuseWire } from '@electron/fuses';
import { FUSES } from './set-fuses.ts';

const BINARY =
  /^(?:mac-universal[\\/]Parley\.app|win(?:-arm64)?-unpacked[\\/]Parley\.exe|linux(?:-arm64)?-unpacked[\\/]parley)$/;

/**
 * Resolves to the binaries in this folder, all with the right fuses; rejects with the first that is not, or when there
 * is none.
 */
export async function checkFuses(packed: string): Promise<string[]> {
  const binaries = readdirSync(packed, { recursive: true, encoding: 'utf8' }).filter((name) => BINARY.test(name));
  if (binaries.length === 0) throw new Error(`No packed app in ${packed}`);
  for (const binary of binaries) {
    const wire = await getCurrentFuseWire(join(packed, binary));
    for (const [fuse, isOn] of Object.entries(FUSES)) {
      if (!/^\d+$/.test(fuse)) continue;
      const state = wire[fuse as unknown as keyof typeof wire];
      if (state !== (isOn ? FuseState.ENABLE : FuseState.DISABLE))
        throw new Error(`${binary}: fuse ${fuse} is not ${isOn}`);
    }
  }
  return binaries;
}

if (import.meta.main) {
  const packed = fileURLToPath(new URL('../dist/packed/', import.meta.url));
  for (const binary of await checkFuses(packed)) console.log(`${binary}: every fuse is as it must be`);
}
