import type { AppUpdater } from 'electron-updater';

const FIRST_LOOK = 10_000;
const EVERY = 6 * 3_600_000;

export interface UpdatesUi {
  /** A newer version is on the disk; called once for each. */
  onReady(version: string): void;
  /** Of a look that a person asked for. */
  onNothing(): void;
  onProblem(): void;
  /** The same, where this copy cannot put a newer one in its place. */
  onUnable(): void;
}

export interface Updates {
  /** Looks now, because a person asked. */
  look(): Promise<void>;
  restart(): void;
  stop(): void;
}

/**
 * Looks for newer versions, now and then, and puts one on the disk that the next start will be. Never an older one, and
 * never one whose signature is not this app's: electron-updater checks that on Windows, and the system's own on a Mac.
 */
export function keepUpToDate(updater: AppUpdater, { onReady, onNothing, onProblem, onUnable }: UpdatesUi): Updates {
  updater.autoDownload = true;
  updater.autoInstallOnAppQuit = true;
  updater.allowPrerelease = false;
  // Its packages need no signature.
  updater.disableWebInstaller = true;
  // Last: other properties set it as they please.
  updater.allowDowngrade = false;
  updater.on('update-downloaded', ({ version }) => onReady(version));
  // A look that fails is made again; whoever asked for one is told below.
  updater.on('error', () => {});

  const quietly = () => void updater.checkForUpdates().catch(() => {});
  const first = setTimeout(quietly, FIRST_LOOK);
  const again = setInterval(quietly, EVERY);
  return {
    async look() {
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
