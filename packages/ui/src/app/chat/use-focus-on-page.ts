import { pageAt } from '@parley/core';
import { useEffect, useRef } from 'react';
import { usePathname } from 'wouter/use-browser-location';
import { useSession } from '../../stores/client.ts';

/**
 * Moves the focus to the title of a page that replaces the one with the focused control: screen readers read it, and Tab
 * goes on from there. The chat focuses its own message box.
 */
export function useFocusOnPage(): void {
  const path = usePathname();
  const isStaff = useSession(({ user }) => user?.isAdmin || user?.isSupport);
  const { id, chunk } = pageAt(path, isStaff ? 'admin' : 'signed-in');
  const shown = useRef(id);
  useEffect(() => {
    if (shown.current === id) return;
    shown.current = id;
    if (chunk === 'chat') return;
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
  }, [id, chunk]);
}

function focusTitle(title: HTMLElement): void {
  title.tabIndex = -1;
  title.classList.add('outline-none');
  title.focus({ preventScroll: true });
}
