import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { EventEmitter } from 'node:events';
import { existsSync } from 'node:fs';
import type {
  Clipboard,
  Dialog,
  Display,
  GlobalShortcut,
  MessageBoxOptions,
  NativeTheme,
  Net,
  Protocol,
  SafeStorage,
  Screen,
  Shell,
} from 'electron';
import type { World } from './world.ts';

/** Fakes of the system modules that main uses. */
export function fakeSystem(world: World) {
  const { machine } = world;
  const display = { workArea: { x: 0, y: 0, width: 1920, height: 1080 } } as Display;
  return {
    shell: {
      async openExternal(url: string) {
        world.openedOutside.push(url);
      },
    } satisfies Pick<Shell, 'openExternal'>,
    clipboard: {
      async writeText(text: string) {
        world.clipboard = text;
      },
    } satisfies Partial<Clipboard>,
    dialog: {
      async showMessageBox({ message, detail, buttons, cancelId = 0 }: MessageBoxOptions) {
        world.dialogs.push({ message, ...(detail && { detail }), ...(buttons && { buttons }) });
        return { response: world.answers.shift() ?? cancelId, checkboxChecked: false };
      },
    } as Pick<Dialog, 'showMessageBox'>,
    safeStorage: {
      isEncryptionAvailable: () => machine.keychain !== 'none',
      getSelectedStorageBackend: () => (machine.keychain === 'safe' ? 'gnome_libsecret' : 'basic_text'),
      encryptString(text: string): Buffer {
        const iv = randomBytes(12);
        const cipher = createCipheriv('aes-256-gcm', machine.keychainKey, iv);
        return Buffer.concat([iv, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]);
      },
      decryptString(bytes: Buffer): string {
        const decipher = createDecipheriv('aes-256-gcm', machine.keychainKey, bytes.subarray(0, 12));
        decipher.setAuthTag(bytes.subarray(-16));
        return decipher.update(bytes.subarray(12, -16), undefined, 'utf8') + decipher.final('utf8');
      },
    } satisfies Partial<SafeStorage>,
    globalShortcut: {
      register(keys: string, onPress: () => void): boolean {
        if (machine.takenShortcuts.has(keys)) return false;
        world.shortcuts.set(keys, onPress);
        return true;
      },
      unregisterAll: () => world.shortcuts.clear(),
    } satisfies Partial<GlobalShortcut>,
    screen: {
      getAllDisplays: () => [display],
      getDisplayNearestPoint: () => display,
      getCursorScreenPoint: () => ({ x: 10, y: 10 }),
    } satisfies Partial<Screen>,
    nativeTheme: {
      get shouldUseDarkColors() {
        return machine.isDark;
      },
    } satisfies Partial<NativeTheme>,
    nativeImage: {
      createFromPath(path: string) {
        if (!existsSync(path)) throw new Error(`There is no picture at ${path}`);
        return { path };
      },
    },
    net: { fetch: (url, options) => fetch(url, options) } satisfies Pick<Net, 'fetch'>,
    protocol: {
      registerSchemesAsPrivileged(schemes: World['privileged']) {
        if (world.app.isReady())
          throw new Error('protocol.registerSchemesAsPrivileged should be called before app is ready');
        world.privileged.push(...schemes);
      },
      handle(scheme: string, handler: (request: Request) => Response | Promise<Response>) {
        world.protocols.set(scheme, handler);
      },
    } satisfies Pick<Protocol, 'registerSchemesAsPrivileged' | 'handle'>,
  };
}

export function fakeTray(world: World) {
  return class Tray extends EventEmitter {
    readonly #shown = { tooltip: '', menu: null as unknown, click: () => void this.emit('click', {}) };

    constructor(image: unknown) {
      super();
      if (!image) throw new Error('A tray needs a picture');
      world.trays.push(this.#shown);
    }

    setToolTip(text: string): void {
      this.#shown.tooltip = text;
    }

    setContextMenu(menu: unknown): void {
      this.#shown.menu = menu;
    }
  };
}

export function fakeNotification(world: World) {
  return class Notification extends EventEmitter {
    readonly #said: { title: string; body: string };

    constructor({ title = '', body = '' }: { title?: string; body?: string } = {}) {
      super();
      this.#said = { title, body };
    }

    static isSupported(): boolean {
      return true;
    }

    show(): void {
      world.notifications.push({ ...this.#said, click: () => void this.emit('click', {}) });
    }
  };
}
