import { EventEmitter } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AppImageUpdater, type AppUpdater } from 'electron-updater';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { autoUpdate } from './auto-update.ts';

class ScriptedUpdater extends EventEmitter {
  allowDowngrade = true;
  allowPrerelease = true;
  autoDownload = false;
  autoInstallOnAppQuit = false;
  disableWebInstaller = false;
  checks = 0;
  found: { isUpdateAvailable: boolean } | null | Error = { isUpdateAvailable: false };

  async checkForUpdates() {
    this.checks += 1;
    if (this.found instanceof Error) throw this.found;
    return this.found;
  }
}

const ui = {
  onReady: vi.fn<(version: string) => void>(),
  onNothing: vi.fn<() => void>(),
  onProblem: vi.fn<() => void>(),
  onUnable: vi.fn<() => void>(),
};
let updater: ScriptedUpdater;
const keep = () => autoUpdate(updater as unknown as AppUpdater, ui);

beforeEach(() => {
  vi.useFakeTimers();
  vi.clearAllMocks();
  updater = new ScriptedUpdater();
});
afterEach(() => void vi.useRealTimers());

it('accepts only newer versions, and no prereleases', () => {
  keep().stop();
  expect(updater).toMatchObject({
    allowDowngrade: false,
    allowPrerelease: false,
    autoDownload: true,
    autoInstallOnAppQuit: true,
    disableWebInstaller: true,
  });
});

it('checks soon after the start and then a few times a day, even after a failed check', async () => {
  updater.found = new Error('offline');
  const updates = keep();
  await vi.advanceTimersByTimeAsync(24 * 3_600_000);
  expect(updater.checks).toBe(5);
  expect(ui.onProblem).not.toHaveBeenCalled();
  updates.stop();
  await vi.advanceTimersByTimeAsync(24 * 3_600_000);
  expect(updater.checks).toBe(5);
});

it('reports the outcome of a check that the user requested', async () => {
  const updates = keep();
  await updates.check();
  expect(ui.onNothing).toHaveBeenCalledTimes(1);
  updater.found = new Error('offline');
  await updates.check();
  expect(ui.onProblem).toHaveBeenCalledTimes(1);
  updater.found = { isUpdateAvailable: true };
  await updates.check();
  updater.emit('update-downloaded', { version: '1.3.0' });
  expect(ui.onReady).toHaveBeenCalledExactlyOnceWith('1.3.0');
  updater.found = null;
  await updates.check();
  expect(ui.onUnable).toHaveBeenCalledTimes(1);
  expect(ui.onNothing).toHaveBeenCalledTimes(1);
  updates.stop();
});

it('does not crash the app when an update fails', () => {
  const updates = keep();
  expect(() => updater.emit('error', new Error('sha512 checksum mismatch'))).not.toThrow();
  updates.stop();
});

it.each([
  ['1.2.2', 'nothing'],
  ['1.2.3', 'nothing'],
  ['1.2.4', 'found'],
])('electron-updater itself compares the offered version %s with 1.2.3: %s', async (offered, outcome) => {
  const folder = mkdtempSync(join(tmpdir(), 'parley-updates-'));
  const real = new AppImageUpdater(null, {
    version: '1.2.3',
    isPackaged: true,
    userDataPath: folder,
    baseCachePath: folder,
    whenReady: async () => {},
    onQuit() {},
  });
  const latest = `version: ${offered}\npath: Parley.AppImage\nsha512: x\nfiles: [{ url: Parley.AppImage, sha512: x }]\n`;
  Object.assign(real, { httpExecutor: { request: async () => latest }, logger: null, forceDevUpdateConfig: true });
  real.setFeedURL({ provider: 'generic', url: 'https://updates.example.com' });
  const updates = autoUpdate(real, ui);
  real.autoDownload = false;
  await updates.check();
  expect(ui.onProblem).not.toHaveBeenCalled();
  expect(ui.onNothing).toHaveBeenCalledTimes(outcome === 'nothing' ? 1 : 0);
  updates.stop();
  rmSync(folder, { recursive: true, force: true });
});
