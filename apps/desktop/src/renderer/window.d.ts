import type { DesktopBridge } from '../bridge.ts';

declare global {
  interface Window {
    /** Exposed by the preload. */
    readonly desktop: DesktopBridge;
  }
}
