import { existsSync } from 'node:fs';

/** Called first by electron-builder. Refuses to pack an app that could not be trusted or updated. */
export default function checkPackage(): void {
  const updates = process.env['PARLEY_UPDATE_URL'] ?? '';
  if (!updates.startsWith('https://')) {
    throw new Error('Set PARLEY_UPDATE_URL to the https:// address of the folder that updates will be put into.');
  }
  const server = process.env['PARLEY_SERVER_URL'] ?? '';
  if (!server.startsWith('https://') || !isOrigin(server)) {
    throw new Error('Set PARLEY_SERVER_URL to the https:// address of your server, without a path.');
  }
  for (const file of ['main/index.js', 'preload/index.cjs', 'renderer/index.html']) {
    if (!existsSync(new URL(`../dist/${file}`, import.meta.url)))
      throw new Error(`dist/${file} is missing: build first.`);
  }
}

function isOrigin(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { origin, href } = new URL(address);
  return href === `${origin}/`;
}
