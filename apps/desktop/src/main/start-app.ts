import { join } from 'node:path';
import { app, autoUpdater, session, type Tray } from 'electron';
import { setAppMenu } from './app-menu.ts';
import { answerAsks } from './answer-asks.ts';
import { createTray } from './app-tray.ts';
import { offerContextMenu } from './context-menu.ts';
import { followDeepLinks } from './deep-links.ts';
import { createFindBar } from './find-bar.ts';
import { builtInServer, givenServer } from './first-server.ts';
import { denyPermissions, guardContents } from './guard-contents.ts';
import { createMainWindow } from './main-window.ts';
import type { OfferedUpdates } from './offer-updates.ts';
import { openOutside } from './open-outside.ts';
import { createQuickAskKeys } from './quick-ask-keys.ts';
import { createQuickAskWindow } from './quick-ask-window.ts';
import { revivePages } from './revive-pages.ts';
import { saveDownloads } from './save-downloads.ts';
import { openSecretVault } from './secret-vault.ts';
import { serveBundle } from './serve-bundle.ts';
import { createServer } from './server.ts';
import { openSettingsFile } from './settings-file.ts';

/** The one running app: everything it is made of, wired. Call before the app is ready. */
export function startApp(): void {
  const file = openSettingsFile(join(app.getPath('userData'), 'settings.json'));
  const server = createServer(file, givenServer(), builtInServer());
  let isQuitting = false;
  let tray: Tray | null = null;
  // On a Mac an app outlives its windows; elsewhere it does where something is left to call it back with.
  const staysOpen = () => !isQuitting && (process.platform === 'darwin' || tray !== null);
  const main = createMainWindow(file, staysOpen, offerContextMenu);
  const show = () => {
    if (app.isReady()) main.show();
  };

  // Windows shows notifications of apps that it knows by this name, the installer's.
  if (process.platform === 'win32') app.setAppUserModelId('com.parley.desktop');
  guardContents(server.url);
  revivePages();
  followDeepLinks((link) => {
    main.tell({ type: 'link', link });
    show();
  }, show);
  app.on('activate', show);
  const quit = () => {
    isQuitting = true;
  };
  app.on('before-quit', quit);
  // For a newer version the windows are closed before that: they must not just be hidden.
  autoUpdater.on('before-quit-for-update', quit);
  app.on('window-all-closed', () => {
    if (!staysOpen()) app.quit();
  });
  void app.whenReady().then(run);

  function run(): void {
    const vault = openSecretVault(join(app.getPath('userData'), 'secrets'), server.url);
    denyPermissions(session.defaultSession);
    saveDownloads(session.defaultSession);
    serveBundle(join(app.getAppPath(), 'dist', 'renderer'), server.url);
    const quickAsk = createQuickAskWindow();
    const findBar = createFindBar();
    answerAsks({ server, vault, main, quickAsk, findBar });
    main.show();

    let updates: Promise<OfferedUpdates> | null = null;
    const command = (what: 'new-chat' | 'settings') => () => {
      main.show();
      main.tell({ type: 'command', command: { do: what } });
    };
    const drawMenu = () =>
      setAppMenu(
        {
          newChat: command('new-chat'),
          settings: command('settings'),
          chooseServer() {
            main.show();
            main.tell({ type: 'choose-server' });
          },
          find() {
            const window = main.current();
            if (window?.isVisible()) findBar.show(window);
          },
          openHelp: () => void openOutside(`${server.url()}/help`, server.url()),
          checkForUpdates: app.isPackaged ? () => void updates?.then(({ look }) => look()) : null,
        },
        keys.submenu(),
      );
    const keys = createQuickAskKeys(file, () => quickAsk.show(), drawMenu);
    tray = createTray(
      { open: () => main.show(), newChat: command('new-chat') },
      { label: 'Quick Ask', click: () => quickAsk.show() },
    );
    keys.start();
    app.on('will-quit', () => keys.stop());
    if (app.isPackaged) {
      updates = import('./offer-updates.ts').then(({ offerUpdates }) => offerUpdates());
    }
  }
}
