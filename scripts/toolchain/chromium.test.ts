import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { findChromium } from './chromium.mjs';

describe('findChromium', () => {
  let folder: string;
  let steps: string[];
  /** Installed programs that do not start. */
  let broken: Set<string>;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'parley-chromium-'));
    steps = [];
    broken = new Set();
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  function put(name: string) {
    const file = join(folder, process.platform === 'win32' ? `${name}.exe` : name);
    writeFileSync(file, '');
    chmodSync(file, 0o755);
    return file;
  }

  function find({ own = '', canUseApt = true, downloads = false, aptWorks = false } = {}) {
    const downloaded = join(folder, 'downloaded');
    return findChromium({
      env: { PATH: folder, PARLEY_CHROMIUM: own },
      usualPlaces: [],
      run: async (file: string, args: string[]) => {
        if (file !== 'apt-get') return { code: broken.has(file) ? 1 : 0, output: '' };
        steps.push(`apt-get ${args[0]}`);
        if (!aptWorks || !steps.includes('apt-get update')) return { code: args[0] === 'update' ? 0 : 100, output: '' };
        put(args.at(-1) ?? '');
        return { code: 0, output: '' };
      },
      playwrightPath: async () => downloaded,
      playwrightInstall: async () => {
        steps.push('download');
        if (downloads) put('downloaded');
      },
      canUseApt,
    });
  }

  it('prefers the configured Chromium to one on PATH', async () => {
    put('chromium');
    const own = put('my-own');
    expect(await find({ own })).toBe(own);
    expect(steps).toEqual([]);
  });

  it('prefers the headless shell to a whole browser', async () => {
    put('chromium');
    const shell = put('chromium-headless-shell');
    expect(await find()).toBe(shell);
    expect(steps).toEqual([]);
  });

  it('prefers a Chromium on PATH to a download and skips one that does not start', async () => {
    broken.add(put('chromium'));
    const chrome = put('google-chrome');
    expect(await find()).toBe(chrome);
    expect(steps).toEqual([]);
  });

  it('uses an earlier download of Playwright', async () => {
    expect(await find({ downloads: true })).toBe(join(folder, 'downloaded'));
    steps = [];
    expect(await find()).toBe(join(folder, 'downloaded'));
    expect(steps).toEqual([]);
  });

  it('installs Debian’s package if the download fails, updating the package lists if needed', async () => {
    expect(await find({ aptWorks: true })).toBe(join(folder, 'chromium-headless-shell'));
    expect(steps).toEqual(['download', 'apt-get install', 'apt-get update', 'apt-get install']);
  });

  it('returns null if no Chromium can be found or installed', async () => {
    expect(await find({ canUseApt: false })).toBeNull();
    expect(steps).toEqual(['download']);
    expect(await find()).toBeNull();
  });
});
