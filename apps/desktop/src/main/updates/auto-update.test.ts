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
  found: { isUpdateAvailable: boolean; updateInfo?: { version: string } } | null | Error = { isUpdateAvailable: false };
  download: string[] | Error = ['Parley.zip'];
  restarts = 0;

  async checkForUpdates() {
    this.checks += 1;
    if (this.found instanceof Error) this.emit('error', this.found);
    const found = raise(this.found);
    if (!found?.isUpdateAvailable) return found;
    const { download } = this;
    return { updateInfo: { version: '1.3.0' }, ...found, downloadPromise: (async () => raise(download))() };
  }

  quitAndInstall() {
    this.restarts += 1;
  }
}

function raise<T>(result: T | Error): T {
  if (result instanceof Error) throw result;
  return result;
}

const ui = {
  onReady: vi.fn<(version: string) => void>(),
  onDownload: vi.fn<() => void>(),
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

it('says that a version is downloading when the user asks, and not once it is ready', async () => {
  const updates = keep();
  updater.found = { isUpdateAvailable: true };
  await vi.advanceTimersByTimeAsync(10_000);
  expect(updater.checks).toBe(1);
  expect(ui.onDownload).not.toHaveBeenCalled();
  await updates.check();
  expect(ui.onDownload).toHaveBeenCalledTimes(1);
  updater.emit('update-downloaded', { version: '1.3.0' });
  await updates.check();
  expect(ui.onDownload).toHaveBeenCalledTimes(1);
  updater.found = { isUpdateAvailable: true, updateInfo: { version: '1.4.0' } };
  await updates.check();
  expect(ui.onDownload).toHaveBeenCalledTimes(2);
  updates.stop();
});

it('offers a downloaded version once, and again when the user asks', async () => {
  const updates = keep();
  // electron-updater reports the same download after every check.
  for (const _check of [1, 2]) updater.emit('update-downloaded', { version: '1.3.0' });
  expect(ui.onReady).toHaveBeenCalledExactlyOnceWith('1.3.0');
  updater.found = { isUpdateAvailable: true };
  await updates.check();
  updater.emit('update-downloaded', { version: '1.3.0' });
  expect(ui.onReady).toHaveBeenCalledTimes(2);
  updater.emit('update-downloaded', { version: '1.4.0' });
  expect(ui.onReady).toHaveBeenLastCalledWith('1.4.0');
  updates.stop();
});

it('reports a failed download only if the user asked, and leaves no rejection unhandled', async () => {
  const updates = keep();
  updater.found = { isUpdateAvailable: true };
  updater.download = new Error('sha512 checksum mismatch');
  await vi.advanceTimersByTimeAsync(10_000);
  expect(updater.checks).toBe(1);
  expect(ui.onProblem).not.toHaveBeenCalled();
  await updates.check();
  await vi.advanceTimersByTimeAsync(0);
  expect(ui.onProblem).toHaveBeenCalledTimes(1);
  updates.stop();
});

it('says that this copy cannot update itself when the restart cannot install the version', async () => {
  const updates = keep();
  updates.restart();
  expect(updater.restarts).toBe(1);
  expect(ui.onUnable).not.toHaveBeenCalled();
  updater.emit('error', new Error('EACCES: permission denied'));
  expect(ui.onUnable).toHaveBeenCalledTimes(1);
  updater.emit('error', new Error('net::ERR_INTERNET_DISCONNECTED'));
  expect(ui.onUnable).toHaveBeenCalledTimes(1);
  updates.stop();
});

it('does not wait forever for a version that macOS refused after its download', () => {
  const updates = keep();
  updater.emit('update-downloaded', { version: '1.3.0' });
  updater.emit('error', new Error('Cannot update while running on a read-only volume'));
  updates.restart();
  expect(ui.onUnable).toHaveBeenCalledTimes(1);
  expect(updater.restarts).toBe(0);
  updates.stop();
});

it('installs a downloaded version after a later check has failed', async () => {
  const updates = keep();
  updater.emit('update-downloaded', { version: '1.3.0' });
  updater.found = new Error('offline');
  await vi.advanceTimersByTimeAsync(10_000);
  updates.restart();
  expect(ui.onUnable).not.toHaveBeenCalled();
  expect(updater.restarts).toBe(1);
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
