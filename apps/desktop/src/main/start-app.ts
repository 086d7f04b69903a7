import { join } from 'node:path';
import { app, autoUpdater, session } from 'electron';
import { setAppMenu } from './windows/app-menu.ts';
import { createAppLanguage } from './language/app-language.ts';
import type { MainTexts } from './language/main-texts.ts';
import { createIpcHandlers } from './ipc/ipc-handlers.ts';
import { createTray, type AppTray } from './windows/app-tray.ts';
import { offerContextMenu } from './windows/context-menu.ts';
import { followDeepLinks } from './system/deep-links.ts';
import { createFindBar } from './windows/find-bar.ts';
import { builtInServer, givenServer } from './server/default-server.ts';
import { denyPermissions, restrictWebContents } from './security/restrict-web-contents.ts';
import { createMainWindow } from './windows/main-window.ts';
import type { OfferedUpdates } from './updates/offer-updates.ts';
import { openExternal } from './security/open-external.ts';
import { createQuickAskKeys } from './windows/quick-ask-keys.ts';
import { createQuickAskWindow } from './windows/quick-ask-window.ts';
import { reloadCrashedPages } from './windows/reload-crashed-pages.ts';
import { saveDownloads } from './security/save-downloads.ts';
import { openSecretVault } from './system/secret-vault.ts';
import { serveBundle } from './security/serve-bundle.ts';
import { createServer } from './server/server.ts';
import { openSettingsFile } from './system/settings-file.ts';

/** Written into the build. */
declare const MAIN_TEXTS: MainTexts;

/** Wires the parts of the app. Call before the app is ready. */
export function startApp(): void {
  const file = openSettingsFile(join(app.getPath('userData'), 'settings.json'));
  const server = createServer(file, givenServer(), builtInServer());
  const { language: chosen } = file.read();
  // For Chromium's own texts and the direction of menus. macOS follows its own setting.
  if (chosen && process.platform !== 'darwin') app.commandLine.appendSwitch('lang', chosen);
  let isQuitting = false;
  let tray: AppTray | null = null;
  // On macOS an app outlives its windows. Elsewhere it does if the tray or a shortcut can reopen it.
  const staysOpen = () => !isQuitting && (process.platform === 'darwin' || tray !== null);
  const main = createMainWindow(file, staysOpen, offerContextMenu);
  const show = () => {
    if (app.isReady()) main.show();
  };

  // Windows shows notifications only under the installer's application id.
  if (process.platform === 'win32') app.setAppUserModelId('com.parley.desktop');
  restrictWebContents(server.url);
  reloadCrashedPages();
  followDeepLinks((link) => {
    main.send({ type: 'link', link });
    show();
  }, show);
  app.on('activate', show);
  const quit = () => {
    isQuitting = true;
  };
  app.on('before-quit', quit);
  // An update closes the windows before it quits: they must not just be hidden.
  autoUpdater.on('before-quit-for-update', quit);
  app.on('window-all-closed', () => {
    if (!staysOpen()) app.quit();
  });
  void app.whenReady().then(run);

  function run(): void {
    const built = join(app.getAppPath(), 'dist');
    const language = createAppLanguage(file, MAIN_TEXTS, join(built, 'languages'));
    const vault = openSecretVault(join(app.getPath('userData'), 'secrets'), server.url);
    denyPermissions(session.defaultSession);
    saveDownloads(session.defaultSession);
    const pages = () => join(built, language.id() === 'en' ? 'renderer' : join('languages', language.id()));
    serveBundle(join(built, 'renderer'), pages, server.url);
    const quickAsk = createQuickAskWindow(() => isQuitting);
    const findBar = createFindBar(language.isLeftward);
    const drawMenus = () => {
      drawMenu();
      tray?.draw();
    };
    createIpcHandlers({ server, vault, main, quickAsk, findBar, language, drawMenus });
    main.show();

    let updates: Promise<OfferedUpdates> | null = null;
    const command = (what: 'new-chat' | 'settings') => () =>
      void main.sendToChat({ type: 'command', command: { do: what } });
    const drawMenu = () =>
      setAppMenu(
        {
          newChat: command('new-chat'),
          settings: command('settings'),
          chooseServer() {
            main.show();
            main.send({ type: 'choose-server' });
          },
          find() {
            const window = main.current();
            if (window?.isVisible()) findBar.show(window);
          },
          openHelp: () => void openExternal(`${server.url()}/help`, server.url()),
          checkForUpdates: app.isPackaged ? () => void updates?.then(({ check }) => check()) : null,
        },
        keys.submenu(),
      );
    const keys = createQuickAskKeys(file, () => quickAsk.show(), drawMenu);
    tray = createTray({ open: () => main.show(), newChat: command('new-chat'), quickAsk: () => quickAsk.show() });
    keys.start();
    app.on('will-quit', () => keys.stop());
    if (app.isPackaged) {
      updates = import('./updates/offer-updates.ts').then(({ offerUpdates }) => offerUpdates());
    }
  }
}
