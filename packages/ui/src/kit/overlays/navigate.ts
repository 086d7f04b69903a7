import { navigate as go } from 'wouter/use-browser-location';
import { pastGuard } from './open-overlays.ts';

/** Navigates to a page of this app. From an open overlay, Back leads to the page below it. */
export const navigate: typeof go = (to, options) =>
  pastGuard((replacesGuard) => go(to, replacesGuard ? { ...options, replace: true } : options));
