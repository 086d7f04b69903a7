import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { _electron, type ElectronApplication } from '@playwright/test';
import { ASSERTIONS } from './desktop.assertions.ts';
import type { AppUnderTest } from './support/app-under-test.ts';
import { test } from './support/test.ts';

// Tests the unpacked app: Playwright controls main through a fuse that is off in packed apps.
const electron = process.env['ELECTRON_BIN'];
const reason = 'There is no Electron here: set ELECTRON_BIN to the path of one.';
const FOLDER = fileURLToPath(new URL('../', import.meta.url));
// Chromium's sandbox does not run as root, as on CI.
const SWITCHES = process.getuid?.() === 0 ? ['--no-sandbox'] : [];

for (const [what, holds] of Object.entries(ASSERTIONS)) {
  test(`in Electron: ${what}`, async ({ stack, account }) => {
    test.skip(!electron, reason);
    const data = mkdtempSync(join(tmpdir(), 'parley-electron-'));
    const args = [...SWITCHES, FOLDER, `--server=${stack.url}`, `--user-data-dir=${data}`];
    let running: ElectronApplication | null = null;

    const start = async (): Promise<AppUnderTest> => {
      running = await _electron.launch({ executablePath: electron ?? '', args });
      const app = running;
      const page = await app.firstWindow();
      await app.evaluate(({ shell, dialog }) => {
        const opened: string[] = [];
        Object.assign(globalThis, { openedOutside: opened });
        shell.openExternal = async (url) => void opened.push(url);
        dialog.showMessageBox = (async () => ({ response: 0, checkboxChecked: false })) as typeof dialog.showMessageBox;
      });
      return {
        page,
        serverUrl: stack.url,
        origin: 'app://bundle',
        webPreferences: () =>
          app.evaluate(({ BrowserWindow }) => {
            const contents = BrowserWindow.getAllWindows()[0]?.webContents as unknown as {
              getLastWebPreferences(): Record<string, unknown>;
            };
            return contents.getLastWebPreferences();
          }),
        openedOutside: () => app.evaluate(() => (globalThis as unknown as { openedOutside: string[] }).openedOutside),
        async startAgain(argument) {
          await once(spawn(electron ?? '', [...args, argument], { stdio: 'ignore' }), 'exit');
        },
        onDisk: async () =>
          readdirSync(data, { recursive: true, withFileTypes: true })
            .filter((entry) => entry.isFile())
            .map((entry) => readFileSync(join(entry.parentPath, entry.name))),
        async restart() {
          await app.close();
          return start();
        },
      };
    };
    try {
      await holds(await start(), account);
    } finally {
      await (running as ElectronApplication | null)?.close();
      rmSync(data, { recursive: true, force: true });
    }
  });
}
