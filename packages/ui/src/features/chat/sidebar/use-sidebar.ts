import { useEffect, useEffectEvent, useRef, useState, type RefObject } from 'react';
import { useMedia } from '../../../kit/hooks/use-media.ts';
import { isDialogOpen, isMenuOpen, useOpenOverlay } from '../../../kit/overlays/open-overlays.ts';
import { usePreferences } from '../../../stores/client.ts';

interface SidebarView {
  isWide: boolean;
  isOpen: boolean;
  /** Whether it was opened to search. */
  searching: boolean;
  ref: RefObject<HTMLElement | null>;
  /** The button outside the sidebar that opens it. */
  menuRef: RefObject<HTMLButtonElement | null>;
  open: (forSearch?: boolean) => void;
  close: () => void;
}

/** State of the sidebar: beside the chat and as the user left it on wide pages, a closed drawer on narrow ones. */
export function useSidebar(): SidebarView {
  const isWide = useMedia('(min-width: 48rem)');
  const isOpenBeside = usePreferences((preferences) => preferences.isSidebarOpen);
  const setOpenBeside = usePreferences((preferences) => preferences.setSidebarOpen);
  const [isDrawerOpen, setDrawerOpen] = useState(false);
  const [searching, setSearching] = useState(false);
  const ref = useRef<HTMLElement>(null);
  const menuRef = useRef<HTMLButtonElement>(null);
  const isOpen = isWide ? isOpenBeside : isDrawerOpen;
  const set = (open: boolean, forSearch: boolean) => {
    setSearching(forSearch);
    if (isWide) setOpenBeside(open);
    else setDrawerOpen(open);
  };
  useFocusOnChange(isOpen, ref, menuRef, searching);
  useOpenOverlay('drawer', isOpen && !isWide, () => setDrawerOpen(false));
  useLeaving(isDrawerOpen && !isWide, ref, () => setDrawerOpen(false));
  return {
    isWide,
    isOpen,
    searching,
    ref,
    menuRef,
    open: (forSearch = false) => set(true, forSearch),
    close: () => set(false, false),
  };
}

/** Moves the focus to the control that reverts the change, since the pressed one unmounts when the sidebar changes. */
function useFocusOnChange(
  isOpen: boolean,
  sidebar: RefObject<HTMLElement | null>,
  menu: RefObject<HTMLElement | null>,
  searching: boolean,
) {
  const wasOpen = useRef(isOpen);
  useEffect(() => {
    if (wasOpen.current === isOpen) return;
    wasOpen.current = isOpen;
    if (searching || document.activeElement instanceof HTMLTextAreaElement) return;
    const toggle = sidebar.current?.querySelector<HTMLElement>('[data-sidebar-toggle]') ?? menu.current;
    toggle?.focus();
  }, [isOpen, sidebar, menu, searching]);
}

/** Closes a drawer on Escape and on a click outside. A menu on it closes first. */
function useLeaving(isDrawerOpen: boolean, sidebar: RefObject<HTMLElement | null>, onLeave: () => void) {
  const leave = useEffectEvent(onLeave);
  useEffect(() => {
    if (!isDrawerOpen) return;
    const isElsewhere = (target: EventTarget | null) =>
      target instanceof Element && !sidebar.current?.contains(target) && !target.closest('[data-scrim], [role="menu"]');
    let hadMenu = false;
    const listening = new AbortController();
    const options = { signal: listening.signal };
    document.addEventListener('pointerdown', () => (hadMenu = isMenuOpen()), { ...options, capture: true });
    // Captured, so that the click that opened the sidebar is over before this listens.
    document.addEventListener('click', ({ target }) => !hadMenu && isElsewhere(target) && leave(), {
      ...options,
      capture: true,
    });
    document.addEventListener(
      'keydown',
      ({ key, defaultPrevented }) => {
        if (key === 'Escape' && !defaultPrevented && !isDialogOpen() && !isMenuOpen()) leave();
      },
      options,
    );
    return () => listening.abort();
  }, [isDrawerOpen, sidebar]);
}
