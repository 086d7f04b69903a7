import type { AppUpdater } from 'electron-updater';

const FIRST_CHECK_MS = 10_000;
const CHECK_EVERY_MS = 6 * 3_600_000;

export interface UpdatesUi {
  /** A newer version was downloaded. Called once per version. */
  onReady(version: string): void;
  /** A check that a person asked for found nothing. */
  onNothing(): void;
  onProblem(): void;
  /** A person asked, but this copy cannot update itself. */
  onUnable(): void;
}

export interface Updates {
  /** Checks now, because a person asked. */
  check(): Promise<void>;
  restart(): void;
  stop(): void;
}

/**
 * Checks for newer versions from time to time and downloads them for the next start. Never installs an older version or
 * one with another signature: electron-updater verifies that on Windows, and the system's updater on macOS.
 */
export function autoUpdate(updater: AppUpdater, { onReady, onNothing, onProblem, onUnable }: UpdatesUi): Updates {
  updater.autoDownload = true;
  updater.autoInstallOnAppQuit = true;
  updater.allowPrerelease = false;
  // Web installer packages need no signature.
  updater.disableWebInstaller = true;
  // Last, because setting other properties changes it.
  updater.allowDowngrade = false;
  updater.on('update-downloaded', ({ version }) => onReady(version));
  // A failed check is retried; one that a person asked for reports below.
  updater.on('error', (error) => console.warn('An update check failed.', error));

  const quietly = () => void updater.checkForUpdates().catch(() => {});
  const first = setTimeout(quietly, FIRST_CHECK_MS);
  const again = setInterval(quietly, CHECK_EVERY_MS);
  return {
    async check() {
      const found = await updater.checkForUpdates().catch(() => undefined);
      if (found === undefined) onProblem();
      else if (found === null) onUnable();
      else if (!found.isUpdateAvailable) onNothing();
    },
    restart: () => updater.quitAndInstall(),
    stop() {
      clearTimeout(first);
      clearInterval(again);
    },
  };
}
