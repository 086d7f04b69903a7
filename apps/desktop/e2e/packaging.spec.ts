import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { FuseState, FuseV1Options, FuseVersion, flipFuses, getCurrentFuseWire } from '@electron/fuses';
import { expect } from '@playwright/test';
import { Arch, build, DIR_TARGET, Platform, type Configuration } from 'electron-builder';
import sharp from 'sharp';
import { checkFuses } from '../scripts/check-fuses.ts';
import checkPackage from '../scripts/check-package.ts';
import { drawIcons } from '../scripts/make-icons.ts';
import { FUSES } from '../scripts/set-fuses.ts';
import { test } from './support/test.ts';

const FOLDER = fileURLToPath(new URL('../', import.meta.url)).replace(/[\\/]$/, '');

// The functions with which electron-builder reads and validates its settings.
const fromBuilder = createRequire(createRequire(import.meta.url).resolve('electron-builder/package.json'));
const { getConfig, validateConfiguration } = fromBuilder('app-builder-lib/out/util/config/config') as {
  getConfig(folder: string, file: null, options: null): Promise<Configuration>;
  validateConfiguration(settings: Configuration, logger: object): Promise<void>;
};
const { DebugLogger } = fromBuilder('builder-util') as { DebugLogger: new (isEnabled: boolean) => object };

const SENTINEL = 'dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX';
const FUSE_COUNT = Object.values(FuseV1Options).filter((option) => typeof option === 'number').length;

/** A binary with the default fuses of an Electron. */
const unset = (fuses: number) =>
  Buffer.concat([Buffer.from(`before ${SENTINEL}`), Buffer.from([1, fuses, ...Array<number>(fuses).fill(0x30)])]);

test('the package contains only the app’s bundles and assets, with every fuse set', async ({ machine }) => {
  test.slow();
  // A substitute for a downloaded Electron, which electron-builder packs the same way.
  const electron = join(machine.userData, 'electron');
  mkdirSync(electron);
  writeFileSync(join(electron, 'electron'), unset(FUSE_COUNT), { mode: 0o755 });
  const output = join(machine.userData, 'packed');
  const before = { ...process.env };
  process.env['PARLEY_UPDATE_URL'] = 'https://updates.example.com';
  process.env['PARLEY_SERVER_URL'] = 'https://parley.example.com';
  try {
    await build({
      projectDir: FOLDER,
      targets: Platform.LINUX.createTarget(DIR_TARGET, Arch.x64),
      publish: 'never',
      config: { electronDist: electron, directories: { output } },
    });
  } finally {
    process.env = before;
  }
  expect(await checkFuses(output)).toEqual([join('linux-unpacked', 'parley')]);
  await expect(checkFuses(electron)).rejects.toThrow('No packed app');
  writeFileSync(join(output, 'linux-unpacked', 'parley'), unset(FUSE_COUNT));
  await expect(checkFuses(output)).rejects.toThrow(/fuse 1 is not true/);

  const resources = join(output, 'linux-unpacked', 'resources');
  expect(readFileSync(join(resources, 'app-update.yml'), 'utf8')).toContain('url: https://updates.example.com');
  const packed = filesOf(join(resources, 'app.asar'));
  expect(packed).toEqual(
    expect.arrayContaining(['package.json', 'dist/main/index.js', 'dist/preload/index.cjs', 'icons/tray.png']),
  );
  for (const page of ['index', 'quick-ask', 'find']) expect(packed).toContain(`dist/renderer/${page}.html`);
  const others = packed.filter(
    (name) => !/^(?:package\.json|icons\/tray|dist\/(?:main|preload|renderer|languages\/[\w-]+)\/)/.test(name),
  );
  expect(others).toEqual([]);
  expect(packed.filter((name) => /\.map$|\.ts$|node_modules/.test(name))).toEqual([]);
});

test('every fuse of a binary is set, and an unknown fuse fails the build', async ({ machine }) => {
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
  // A fuse without a setting fails the build.
  const longer = Buffer.from([1, fuses.length + 1, ...fuses.map(() => 0x30), 0x30]);
  writeFileSync(binary, Buffer.concat([Buffer.from(SENTINEL), longer]));
  await expect(flipFuses(binary, FUSES)).rejects.toThrow(/strictlyRequireAllFuses/);
  expect(FUSES).toMatchObject({ version: FuseVersion.V1, strictlyRequireAllFuses: true });
});

test('packaging rejects update and server URLs without https, and a server URL with a path', () => {
  const before = { ...process.env };
  try {
    process.env['PARLEY_UPDATE_URL'] = 'http://updates.example.com';
    process.env['PARLEY_SERVER_URL'] = 'https://parley.example.com';
    expect(checkPackage).toThrow('PARLEY_UPDATE_URL');
    process.env['PARLEY_UPDATE_URL'] = 'https://updates.example.com';
    process.env['PARLEY_SERVER_URL'] = 'http://parley.example.com';
    expect(checkPackage).toThrow('PARLEY_SERVER_URL');
    process.env['PARLEY_SERVER_URL'] = 'https://example.com/parley';
    expect(checkPackage).toThrow('PARLEY_SERVER_URL');
    for (const server of ['https://parley.example.com', 'https://parley.example.com/']) {
      process.env['PARLEY_SERVER_URL'] = server;
      expect(checkPackage).not.toThrow();
    }
  } finally {
    process.env = before;
  }
});

test('the packaging settings are valid and cover every supported system', async () => {
  const settings = await getConfig(FOLDER, null, null);
  await validateConfiguration(settings, new DebugLogger(false));
  const targets = (of: { target?: unknown } | null | undefined) => of?.target;
  expect(targets(settings.mac)).toEqual([
    { target: 'dmg', arch: 'universal' },
    // The archive for updates on macOS.
    { target: 'zip', arch: 'universal' },
  ]);
  expect(targets(settings.win)).toEqual([{ target: 'nsis', arch: ['x64', 'arm64'] }]);
  expect(targets(settings.linux)).toEqual([
    { target: 'AppImage', arch: ['x64', 'arm64'] },
    { target: 'deb', arch: ['x64', 'arm64'] },
  ]);
  expect(settings).toMatchObject({
    asar: true,
    beforePack: './scripts/check-package.ts',
    afterPack: './scripts/set-fuses.ts',
    protocols: { schemes: ['parley'] },
    publish: { provider: 'generic', url: '${env.PARLEY_UPDATE_URL}' },
    mac: {
      hardenedRuntime: true,
      notarize: true,
      // Both are needed for the microphone.
      entitlements: 'mac/entitlements.plist',
      extendInfo: { NSMicrophoneUsageDescription: expect.stringContaining('dictate') },
    },
    win: { verifyUpdateCodeSignature: true },
    // User data survives an uninstall.
    nsis: { deleteAppDataOnUninstall: false },
    linux: { syncDesktopName: true },
  });
  expect(readFileSync(join(FOLDER, 'mac', 'entitlements.plist'), 'utf8')).toContain(
    'com.apple.security.device.audio-input',
  );
});

test('every icon matches its source', async () => {
  for (const [name, drawn] of await drawIcons()) {
    const pixels = (image: Buffer | string) => sharp(image).ensureAlpha().raw().toBuffer();
    const kept = await pixels(join(FOLDER, 'icons', name));
    expect(kept.equals(await pixels(drawn)), name).toBe(true);
  }
});

test('CI tests on three systems and packs, signs, and checks the fuses of each package', () => {
  const workflow = readFileSync(join(FOLDER, '../../.github/workflows/desktop.yml'), 'utf8');
  expect(workflow).toMatch(/os: \[macos-\d+, windows-\d+, ubuntu-[\d.]+\]/);
  expect(workflow).toContain('npm test -- build desktop');
  expect(workflow).toContain('--filter @parley/desktop run package');
  expect(workflow).toContain('node scripts/check-fuses.ts');
  for (const name of ['CSC_LINK', 'CSC_KEY_PASSWORD', 'APPLE_API_KEY=', 'APPLE_API_KEY_ID', 'APPLE_API_ISSUER']) {
    expect(workflow).toContain(name);
  }
});

/** Lists the paths in an asar archive from its header: four numbers, the last one the length of the JSON after them. */
function filesOf(archive: string): string[] {
  const bytes = readFileSync(archive);
  interface Entry {
    files?: Record<string, Entry>;
  }
  const list = ({ files }: Entry, at: string): string[] =>
    files ? Object.entries(files).flatMap(([name, entry]) => list(entry, at === '' ? name : `${at}/${name}`)) : [at];
  return list(JSON.parse(bytes.toString('utf8', 16, 16 + bytes.readUInt32LE(12))) as Entry, '');
}
