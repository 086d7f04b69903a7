import { pageAt } from '@parley/core';
import { useEffect, useRef } from 'react';
import { usePathname } from 'wouter/use-browser-location';
import { useSession } from '../../stores/client.ts';

const MENU_BUTTON = 'main [data-sidebar-toggle]';

/**
 * Moves the focus to the title of a page that replaces the one with the focused control: screen readers read it, and Tab
 * goes on from there. The chat focuses its own message box, but not on a phone: there, the menu button of the next
 * conversation takes the focus from that of the last one.
 */
export function useFocusOnPage(): void {
  const path = usePathname();
  const isStaff = useSession(({ user }) => user?.isAdmin || user?.isSupport);
  const { id, chunk } = pageAt(path, isStaff ? 'admin' : 'signed-in');
  const shown = useRef(id);
  useEffect(() => {
    const isSame = shown.current === id;
    shown.current = id;
    if (chunk === 'chat') return isSame ? keepFocusOnMenu() : undefined;
    if (isSame) return;
    // The previous page stays until this one has loaded.
    const before = document.querySelector('h1');
    const watcher = new MutationObserver(() => {
      const title = document.querySelector('h1');
      if (!title || title === before) return;
      watcher.disconnect();
      if (document.activeElement === document.body) focusTitle(title);
    });
    watcher.observe(document.body, { childList: true, subtree: true });
    return () => watcher.disconnect();
  }, [path, id, chunk]);
}

/** Returns a function that stops it. */
function keepFocusOnMenu(): (() => void) | undefined {
  const button = document.activeElement;
  if (!button?.matches(MENU_BUTTON)) return undefined;
  const watcher = new MutationObserver(() => {
    if (button.isConnected) return;
    watcher.disconnect();
    if (document.activeElement === document.body) document.querySelector<HTMLElement>(MENU_BUTTON)?.focus();
  });
  watcher.observe(document.body, { childList: true, subtree: true });
  return () => watcher.disconnect();
}

function focusTitle(title: HTMLElement): void {
  title.tabIndex = -1;
  title.classList.add('outline-none');
  title.focus({ preventScroll: true });
}
