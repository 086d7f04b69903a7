import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { FuseState, FuseV1Options, FuseVersion, flipFuses, getCurrentFuseWire } from '@electron/fuses';
import { expect } from '@playwright/test';
import checkPackage from '../scripts/check-package.ts';
import { FUSES } from '../scripts/set-fuses.ts';
import { test } from './support/test.ts';

const SENTINEL = 'dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX';

test('every fuse is set as it must be, in a binary that has exactly those', async ({ machine }) => {
  const binary = join(machine.userData, 'electron.exe');
  const fuses = Object.values(FuseV1Options).filter((option) => typeof option === 'number');
  const wire = Buffer.from([1, fuses.length, ...fuses.map(() => 0x30)]);
  writeFileSync(binary, Buffer.concat([Buffer.from(`before ${SENTINEL}`), wire, Buffer.from('after')]));
  await flipFuses(binary, FUSES);
  const { version: _, ...found } = await getCurrentFuseWire(binary);
  const on = [
    FuseV1Options.EnableCookieEncryption,
    FuseV1Options.EnableEmbeddedAsarIntegrityValidation,
    FuseV1Options.OnlyLoadAppFromAsar,
    FuseV1Options.WasmTrapHandlers,
  ];
  expect(found).toEqual(
    Object.fromEntries(fuses.map((fuse) => [fuse, on.includes(fuse) ? FuseState.ENABLE : FuseState.DISABLE])),
  );
  // One that is not decided on stops the build.
  const longer = Buffer.from([1, fuses.length + 1, ...fuses.map(() => 0x30), 0x30]);
  writeFileSync(binary, Buffer.concat([Buffer.from(SENTINEL), longer]));
  await expect(flipFuses(binary, FUSES)).rejects.toThrow(/strictlyRequireAllFuses/);
  expect(FUSES).toMatchObject({ version: FuseVersion.V1, strictlyRequireAllFuses: true });
});

test('nothing is packed that would be updated or would speak without encryption', () => {
  const before = { ...process.env };
  try {
    process.env['PARLEY_UPDATE_URL'] = 'http://updates.example.com';
    process.env['PARLEY_SERVER_URL'] = 'https://parley.example.com';
    expect(checkPackage).toThrow('PARLEY_UPDATE_URL');
    process.env['PARLEY_UPDATE_URL'] = 'https://updates.example.com';
    process.env['PARLEY_SERVER_URL'] = 'http://parley.example.com';
    expect(checkPackage).toThrow('PARLEY_SERVER_URL');
    process.env['PARLEY_SERVER_URL'] = 'https://parley.example.com';
    expect(checkPackage).not.toThrow();
  } finally {
    process.env = before;
  }
});

test('updates of packed apps are checked against who signed them', () => {
  const settings = readFileSync(new URL('../electron-builder.yml', import.meta.url), 'utf8');
  for (const line of ['verifyUpdateCodeSignature: true', 'hardenedRuntime: true', 'notarize: true', 'asar: true']) {
    expect(settings).toContain(line);
  }
  expect(settings).toMatch(/afterPack: \.\/scripts\/set-fuses\.ts/);
  for (const target of ['dmg', 'nsis', 'AppImage', 'deb']) expect(settings).toContain(target);
});
