import { EventEmitter } from 'node:events';
import { join } from 'node:path';
import type { App } from 'electron';
import type { Machine } from './machine.ts';
import { strict } from './strict.ts';

type Members = Pick<
  App,
  | 'enableSandbox'
  | 'requestSingleInstanceLock'
  | 'isReady'
  | 'whenReady'
  | 'quit'
  | 'focus'
  | 'getPath'
  | 'getAppPath'
  | 'getVersion'
  | 'getLocale'
  | 'getPreferredSystemLanguages'
  | 'setAppUserModelId'
  | 'setAsDefaultProtocolClient'
  | 'setBadgeCount'
  | 'name'
  | 'isPackaged'
>;

/** What the app reads of its run. */
interface AppWorld {
  machine: Machine;
  isPackaged: boolean;
  argv: string[];
  windows: Iterable<{ close(): void }>;
}

export class FakeApp extends EventEmitter implements Members {
  readonly name = 'Parley';
  isSandboxed = false;
  userModelId = '';
  hasQuit = false;
  /** The number on the app's icon. */
  badgeCount = 0;
  readonly schemes: string[] = [];
  /** Chromium switches set by main. */
  readonly switches: string[] = [];
  readonly commandLine = strict('commandLine', {
    appendSwitch: (name: string, value = '') => void this.switches.push(`${name}=${value}`),
  });
  readonly #world: () => AppWorld;
  readonly #folder: string;
  readonly #ready = Promise.withResolvers<void>();
  #isReady = false;
  #hasLock = false;

  constructor(world: () => AppWorld, folder: string) {
    super();
    this.#world = world;
    this.#folder = folder;
  }

  get isPackaged(): boolean {
    return this.#world().isPackaged;
  }

  /** Simulates the system finishing the app's launch. */
  becomeReady(): void {
    this.#isReady = true;
    this.emit('ready');
    this.#ready.resolve();
  }

  setBadgeCount(count = 0): boolean {
    this.badgeCount = count;
    return true;
  }

  enableSandbox(): void {
    if (this.#isReady) throw new Error('app.enableSandbox() can only be called before app is ready');
    this.isSandboxed = true;
  }

  requestSingleInstanceLock(): boolean {
    const { machine, argv } = this.#world();
    if (machine.running) {
      machine.running(argv);
      return false;
    }
    this.#hasLock = true;
    machine.running = (others) => this.emit('second-instance', {}, others, machine.userData);
    return true;
  }

  isReady(): boolean {
    return this.#isReady;
  }

  whenReady(): Promise<void> {
    return this.#ready.promise;
  }

  quit(): void {
    if (this.hasQuit) return;
    this.emit('before-quit', { preventDefault() {} });
    const { windows, machine } = this.#world();
    this.hasQuit = true;
    for (const window of windows) window.close();
    if (this.#hasLock) machine.running = null;
    this.emit('will-quit', { preventDefault() {} });
  }

  focus(): void {}

  getPath(name: string): string {
    return name === 'userData' ? this.#world().machine.userData : join(this.#world().machine.userData, name);
  }

  getAppPath(): string {
    return this.#folder;
  }

  getVersion(): string {
    return '1.2.3';
  }

  getLocale(): string {
    return this.getPreferredSystemLanguages()[0] ?? 'en-US';
  }

  getPreferredSystemLanguages(): string[] {
    return this.#world().machine.languages;
  }

  setAppUserModelId(id: string): void {
    this.userModelId = id;
  }

  setAsDefaultProtocolClient(scheme: string): boolean {
    this.schemes.push(scheme);
    return true;
  }
}
