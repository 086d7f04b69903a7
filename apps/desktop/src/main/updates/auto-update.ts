import type { AppUpdater } from 'electron-updater';

const FIRST_CHECK_MS = 10_000;
const CHECK_EVERY_MS = 6 * 3_600_000;

export interface UpdatesUi {
  /** A newer version was downloaded. Called once per version, and again after a check that a person asked for. */
  onReady(version: string): void;
  /** A check that a person asked for found a version that is not downloaded yet. */
  onDownload(): void;
  /** A check that a person asked for found nothing. */
  onNothing(): void;
  /** A check that a person asked for, or its download, failed. */
  onProblem(): void;
  /** A person asked to check or to restart, but this copy cannot update itself. */
  onUnable(): void;
}

export interface Updates {
  /** Checks now, because a person asked. */
  check(): Promise<void>;
  /** Installs the downloaded version and restarts. */
  restart(): void;
  stop(): void;
}

/**
 * Checks for newer versions from time to time and downloads them for the next start. Never installs an older version or
 * one with another signature: electron-updater verifies that on Windows, and the system's updater on macOS.
 */
export function autoUpdate(updater: AppUpdater, ui: UpdatesUi): Updates {
  const { onReady, onDownload, onNothing, onProblem, onUnable } = ui;
  updater.autoDownload = true;
  updater.autoInstallOnAppQuit = true;
  updater.allowPrerelease = false;
  // Web installer packages need no signature.
  updater.disableWebInstaller = true;
  // Last, because setting other properties changes it.
  updater.allowDowngrade = false;
  let downloaded: string | null = null;
  let offered: string | null = null;
  let isRestarting = false;
  /** Whether what was downloaded cannot be installed: macOS examines it later, and only this event says so. */
  let isRefused = false;
  updater.on('update-downloaded', ({ version }) => {
    isRefused = false;
    downloaded = version;
    // It is reported after every check.
    if (version === offered) return;
    offered = version;
    onReady(version);
  });
  updater.on('error', (error) => {
    // A failed check is retried; one that a person asked for reports below.
    console.warn('An update failed.', error);
    isRefused = true;
    if (isRestarting) onUnable();
    isRestarting = false;
  });

  const checkNow = async (onFailure: () => void) => {
    const wasRefused = isRefused;
    const found = await updater.checkForUpdates().catch((error: unknown) => {
      // What was downloaded before can still be installed.
      isRefused = wasRefused;
      throw error;
    });
    found?.downloadPromise?.catch(onFailure);
    return found;
  };
  const quietly = () => void checkNow(() => {}).catch(() => {});
  const first = setTimeout(quietly, FIRST_CHECK_MS);
  const again = setInterval(quietly, CHECK_EVERY_MS);
  return {
    async check() {
      offered = null;
      const found = await checkNow(onProblem).catch(() => undefined);
      if (found === undefined) onProblem();
      else if (found === null) onUnable();
      else if (!found.isUpdateAvailable) onNothing();
      else if (found.updateInfo.version !== downloaded) onDownload();
    },
    restart() {
      if (isRefused) return onUnable();
      isRestarting = true;
      updater.quitAndInstall();
    },
    stop() {
      clearTimeout(first);
      clearInterval(again);
    },
  };
}
