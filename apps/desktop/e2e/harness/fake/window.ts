import { EventEmitter } from 'node:events';
import type { BrowserWindow, BrowserWindowConstructorOptions, Rectangle } from 'electron';
import { FakeContents, type ContentsWorld } from './contents.ts';
import { strict } from './strict.ts';
import type { FakeView } from './view.ts';

type Members = Pick<
  BrowserWindow,
  | 'webContents'
  | 'loadURL'
  | 'show'
  | 'hide'
  | 'focus'
  | 'blur'
  | 'close'
  | 'maximize'
  | 'unmaximize'
  | 'minimize'
  | 'restore'
  | 'setBounds'
  | 'setFullScreen'
  | 'getContentBounds'
  | 'getNormalBounds'
  | 'isVisible'
  | 'isFocused'
  | 'isFullScreen'
  | 'isMaximized'
  | 'isMinimized'
  | 'isDestroyed'
>;

interface WindowWorld extends ContentsWorld {
  windows: Set<FakeWindow>;
}

/** A window: a Chromium page and the state set by main. */
export class FakeWindow extends EventEmitter implements Members {
  readonly options: BrowserWindowConstructorOptions;
  readonly contents: FakeContents;
  readonly views = new Set<FakeView>();
  readonly contentView = strict('contentView', {
    addChildView: (view: FakeView) => void this.views.add(view),
    removeChildView: (view: FakeView) => void this.views.delete(view),
  });
  bounds: Rectangle;
  #isVisible: boolean;
  #isFocused = false;
  #isFullScreen = false;
  #isMaximized = false;
  #isMinimized = false;
  #isDestroyed = false;
  readonly #world: WindowWorld;

  constructor(world: WindowWorld, options: BrowserWindowConstructorOptions = {}) {
    super();
    this.#world = world;
    this.options = options;
    const { x = 0, y = 0, width = 800, height = 600 } = options;
    this.bounds = { x, y, width, height };
    this.#isVisible = options.show ?? true;
    this.contents = new FakeContents(world, options.webPreferences ?? {}, { width, height });
    this.contents.once('did-finish-load', () => this.emit('ready-to-show'));
    world.windows.add(this);
  }

  get webContents() {
    return this.contents.face;
  }

  loadURL(url: string): Promise<void> {
    return this.contents.loadURL(url);
  }

  show(): void {
    this.#isVisible = true;
    this.focus();
    this.emit('show');
  }

  hide(): void {
    this.#isVisible = false;
    this.blur();
    this.emit('hide');
  }

  focus(): void {
    for (const other of this.#world.windows) if (other !== this) other.blur();
    this.#isFocused = true;
    this.emit('focus');
  }

  /** Moves the focus away from the window. */
  blur(): void {
    if (!this.#isFocused) return;
    this.#isFocused = false;
    this.emit('blur');
  }

  close(): void {
    let isPrevented = false;
    const event = {
      preventDefault: () => {
        isPrevented = true;
      },
    };
    this.emit('close', event);
    if (isPrevented) return;
    this.#isDestroyed = true;
    this.#world.windows.delete(this);
    this.contents.close();
    this.emit('closed');
    if (this.#world.windows.size === 0) this.#world.app.emit('window-all-closed');
  }

  maximize(): void {
    this.#isMaximized = true;
    this.emit('maximize');
  }

  unmaximize(): void {
    this.#isMaximized = false;
    this.emit('unmaximize');
  }

  minimize(): void {
    this.#isMinimized = true;
    this.blur();
  }

  restore(): void {
    this.#isMinimized = false;
  }

  setBounds(bounds: Partial<Rectangle>): void {
    this.bounds = { ...this.bounds, ...bounds };
    this.emit('move');
    this.emit('resize');
  }

  /** Like on macOS, where the window moves between screens for a while. */
  setFullScreen(isOn: boolean): void {
    setImmediate(() => {
      this.#isFullScreen = isOn;
      this.emit(isOn ? 'enter-full-screen' : 'leave-full-screen');
    });
  }

  getContentBounds = (): Rectangle => this.bounds;
  getNormalBounds = (): Rectangle => this.bounds;
  isVisible = (): boolean => this.#isVisible;
  isFocused = (): boolean => this.#isFocused;
  isFullScreen = (): boolean => this.#isFullScreen;
  isMaximized = (): boolean => this.#isMaximized;
  isMinimized = (): boolean => this.#isMinimized;
  isDestroyed = (): boolean => this.#isDestroyed;
}
