import type { DesktopBridge } from '../bridge.ts';

declare global {
  interface Window {
    /** Put there by the preload. */
    readonly desktop: DesktopBridge;
  }
}
