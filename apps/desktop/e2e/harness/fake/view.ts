import type { Rectangle, WebContentsView, WebContentsViewConstructorOptions } from 'electron';
import { FakeContents, type ContentsWorld } from './contents.ts';

/** A page on top of another in the same window. */
export class FakeView implements Pick<WebContentsView, 'webContents' | 'setBounds' | 'setBackgroundColor'> {
  readonly contents: FakeContents;
  bounds: Rectangle = { x: 0, y: 0, width: 0, height: 0 };

  constructor(world: ContentsWorld, { webPreferences = {} }: WebContentsViewConstructorOptions) {
    this.contents = new FakeContents(world, webPreferences, { width: 360, height: 52 });
  }

  get webContents() {
    return this.contents.face;
  }

  setBounds(bounds: Rectangle): void {
    this.bounds = bounds;
  }

  setBackgroundColor(): void {}
}
