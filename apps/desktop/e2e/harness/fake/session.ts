import { EventEmitter } from 'node:events';
import type { Download, Page } from '@playwright/test';
import type { SaveDialogOptions, Session } from 'electron';
import { toPageUrl } from './page-url.ts';
import { strict } from './strict.ts';

type Handler<Name extends keyof Session> = Session[Name] extends (handler: infer H) => void ? H : never;

type Members = Pick<
  Session,
  | 'setPermissionRequestHandler'
  | 'setPermissionCheckHandler'
  | 'setDevicePermissionHandler'
  | 'addWordToSpellCheckerDictionary'
  | 'clearStorageData'
>;

/** The session shared by all pages of the app. */
export class FakeSession extends EventEmitter implements Members {
  permissionRequest: Handler<'setPermissionRequestHandler'> = null;
  permissionCheck: Handler<'setPermissionCheckHandler'> = null;
  devicePermission: Handler<'setDevicePermissionHandler'> = null;
  readonly learnedWords: string[] = [];
  readonly cleared: string[] = [];
  /** Downloads and the options of their save dialogs. */
  readonly saved: { name: string; options: SaveDialogOptions | null }[] = [];
  readonly #anyContents: () => { page: Promise<Page> } | undefined;

  constructor(anyContents: () => { page: Promise<Page> } | undefined) {
    super();
    this.#anyContents = anyContents;
  }

  setPermissionRequestHandler(handler: typeof this.permissionRequest): void {
    this.permissionRequest = handler;
  }

  setPermissionCheckHandler(handler: typeof this.permissionCheck): void {
    this.permissionCheck = handler;
  }

  setDevicePermissionHandler(handler: typeof this.devicePermission): void {
    this.devicePermission = handler;
  }

  addWordToSpellCheckerDictionary(word: string): boolean {
    this.learnedWords.push(word);
    return true;
  }

  async clearStorageData({ origin = '' }: { origin?: string } = {}): Promise<void> {
    this.cleared.push(origin);
    const page = await this.#anyContents()?.page;
    if (!page) return;
    const devTools = await page.context().newCDPSession(page);
    await devTools.send('Storage.clearDataForOrigin', { origin: toPageUrl(origin), storageTypes: 'all' });
    await devTools.detach();
  }

  download(download: Download, { face }: { face: unknown }): void {
    this.downloadNamed(download.suggestedFilename(), face);
  }

  /** Simulates a page starting to download a file of this name. */
  downloadNamed(name: string, contents: unknown = null): void {
    const saved: (typeof this.saved)[number] = { name, options: null };
    this.saved.push(saved);
    const item = strict('DownloadItem', {
      getFilename: () => name,
      setSaveDialogOptions: (options: SaveDialogOptions) => {
        saved.options = options;
      },
    });
    this.emit('will-download', {}, item, contents);
  }
}
