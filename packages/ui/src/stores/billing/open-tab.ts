import type { Platform } from '../../platform.ts';
import type { NewTab } from './billing-store.ts';

/** Opens a tab for an address that is not known yet. If the tab is blocked, the address opens in this one. */
export function openTab(platform: Platform): NewTab {
  // The desktop app passes complete addresses to the browser, one at a time.
  if (platform.kind === 'desktop') return { go: (url) => void open(url, '_blank', 'noopener'), close() {} };
  const tab = open('', '_blank');
  if (!tab) return { go: (url) => location.assign(url), close() {} };
  tab.opener = null;
  return { go: (url) => tab.location.replace(url), close: () => tab.close() };
}
