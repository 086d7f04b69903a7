// Reads the fuses of the packed app on this system and fails where one is not what set-fuses.ts says.
import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { FuseState, getCurrentFuseWire } from '@electron/fuses';
import { FUSES } from './set-fuses.ts';

const packed = fileURLToPath(new URL('../dist/packed/', import.meta.url));
const binaries = readdirSync(packed, { recursive: true, encoding: 'utf8' }).filter((name) =>
  /^(?:mac-universal[\\/]Parley\.app|win(?:-arm64)?-unpacked[\\/]Parley\.exe|linux(?:-arm64)?-unpacked[\\/]parley)$/.test(
    name,
  ),
);
if (binaries.length === 0) throw new Error(`No packed app in ${packed}`);

for (const binary of binaries) {
  const wire = await getCurrentFuseWire(packed + binary);
  for (const [fuse, isOn] of Object.entries(FUSES)) {
    if (!/^\d+$/.test(fuse)) continue;
    const state = wire[fuse as unknown as keyof typeof wire];
    if (state !== (isOn ? FuseState.ENABLE : FuseState.DISABLE))
      throw new Error(`${binary}: fuse ${fuse} is not ${isOn}`);
  }
  console.log(`${binary}: every fuse is as it must be`);
}
