import { app, dialog, session } from 'electron';
import { DESKTOP_SIGN_IN_PATH, desktopSignInQuery, t } from '@parley/core';
import type { ServerState } from '../../bridge.ts';
import { APP_ORIGIN } from '../security/app-origin.ts';
import { windowFrame } from '../windows/window-frame.ts';
import type { AppLanguage } from '../language/app-language.ts';
import type { FindBar } from '../windows/find-bar.ts';
import { registerIpc } from './register-ipc.ts';
import type { MainWindow } from '../windows/main-window.ts';
import { openExternal } from '../security/open-external.ts';
import type { QuickAskWindow } from '../windows/quick-ask-window.ts';
import type { SecretVault } from '../system/secret-vault.ts';
import type { Server } from '../server/server.ts';
import { notifyReplyEnd } from '../system/notify-reply-end.ts';

interface Parts {
  server: Server;
  vault: SecretVault;
  main: MainWindow;
  quickAsk: QuickAskWindow;
  findBar: FindBar;
  language: AppLanguage;
  /** Draws the menus in another language. */
  drawMenus: () => void;
}

/** Implements and registers every call of the pages. */
export function createIpcHandlers({ server, vault, main, quickAsk, findBar, language, drawMenus }: Parts): void {
  // From quick ask, until the chat of the main window takes it.
  let question: string | null = null;
  // The request runs while the window opens.
  let asked: Promise<ServerState> | null = server.connectQuickly();

  let hasWarned = vault.isLasting();
  const warnOnce = () => {
    if (hasWarned) return;
    hasWarned = true;
    void dialog.showMessageBox({
      type: 'info',
      message: t`You’ll need to sign in each time you open the app.`,
      detail: t`This system has no secure keychain, so your sign-in isn’t saved to disk.`,
      buttons: [t`OK`],
    });
  };

  const pages = {
    main: () => main.current()?.webContents,
    'quick-ask': () => quickAsk.current()?.webContents,
    find: () => findBar.contents(),
  };
  registerIpc(
    {
      async start() {
        const state = await (asked ?? server.connectQuickly());
        asked = null;
        return {
          server: state,
          secrets: vault.all(),
          frame: windowFrame(language.isLeftward()),
          languages: language.offered,
          keepsSecrets: vault.isLasting(),
        };
      },
      async keepSecret(name, value) {
        if (name === 'token' && value !== null) warnOnce();
        if (value === null) endSession();
        return vault.keep(name, value);
      },
      askServer: () => server.ask(),
      async useServer(address) {
        const before = server.url();
        const state = await server.use(address);
        if ('settings' in state) await restartPage(state.url !== before);
        return state;
      },
      openSignIn: (request) =>
        openExternal(`${server.url()}${DESKTOP_SIGN_IN_PATH}${desktopSignInQuery(request)}`, server.url()),
      async replyEnded(reply) {
        const { conversationId } = reply;
        const open = () => main.sendToChat({ type: 'command', command: { do: 'open', conversationId } });
        notifyReplyEnd(reply, main.current(), () => void open());
      },
      async setUnreadCount(count) {
        app.setBadgeCount(count);
      },
      async setLanguage(id) {
        const before = language.id();
        language.choose(id);
        if (language.id() === before) return;
        drawMenus();
        for (const find of Object.values(pages)) find()?.reload();
      },
      async quickAsk(text) {
        quickAsk.hide();
        // The main window would send it from the account that signs in next.
        if (vault.all().token === undefined) {
          main.show();
          return;
        }
        question = text;
        await main.sendToChat({ type: 'question' });
      },
      async takeQuestion() {
        const taken = question;
        question = null;
        if (taken !== null) quickAsk.clear(taken);
        return taken;
      },
      async closeQuickAsk() {
        quickAsk.hide();
      },
      async find(text, forward) {
        findBar.find(text, forward);
      },
      async closeFind() {
        findBar.hide();
      },
    },
    pages,
  );

  /**
   * Keeps a waiting question in the quick-ask window: no chat has opened yet, so its author will sign in again. Without
   * one, drops what was typed.
   */
  function endSession(): void {
    if (question === null) return dropTyped();
    question = null;
    pages.find()?.reload();
  }

  /** The next account must not find a question that was typed and not sent, or what was searched for. */
  function dropTyped(): void {
    question = null;
    quickAsk.clear(null);
    pages.find()?.reload();
  }

  async function restartPage(isOther: boolean): Promise<void> {
    const window = main.current();
    if (isOther) {
      // Unload the old page before deleting its data: it could write some again as it unloads.
      await window?.loadURL('about:blank');
      vault.clear();
      dropTyped();
      app.setBadgeCount(0);
      await session.defaultSession.clearStorageData({ origin: APP_ORIGIN });
    }
    await window?.loadURL(`${APP_ORIGIN}/`);
  }
}
