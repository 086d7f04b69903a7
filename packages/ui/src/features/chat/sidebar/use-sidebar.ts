import { useEffect, useEffectEvent, useRef, useState, type RefObject } from 'react';
import { useMedia } from '../../../kit/hooks/use-media.ts';
import { isDialogOpen, useOpenOverlay } from '../../../kit/overlays/open-overlays.ts';
import { usePreferences } from '../../../stores/client.ts';

interface SidebarView {
  isWide: boolean;
  isOpen: boolean;
  /** Its reader came here to search. */
  searching: boolean;
  ref: RefObject<HTMLElement | null>;
  open: (forSearch?: boolean) => void;
  close: () => void;
}

/** The sidebar's place: beside the chat and as its reader left it on wide pages, over the chat and closed on narrow ones. */
export function useSidebar(): SidebarView {
  const isWide = useMedia('(min-width: 48rem)');
  const isKeptOpen = usePreferences((preferences) => preferences.isSidebarOpen);
  const keepOpen = usePreferences((preferences) => preferences.setSidebarOpen);
  const [isCalled, setCalled] = useState(false);
  const [searching, setSearching] = useState(false);
  const ref = useRef<HTMLElement>(null);
  const isOpen = isWide ? isKeptOpen : isCalled;
  const set = (open: boolean, forSearch: boolean) => {
    setSearching(forSearch);
    if (isWide) keepOpen(open);
    else setCalled(open);
  };
  useFocusOnChange(isOpen, ref, searching);
  useOpenOverlay('drawer', isOpen && !isWide);
  useLeaving(isCalled && !isWide, ref, () => setCalled(false));
  return {
    isWide,
    isOpen,
    searching,
    ref,
    open: (forSearch = false) => set(true, forSearch),
    close: () => set(false, false),
  };
}

/** The control that was pressed is gone once the sidebar has changed; the focus goes on to the one that takes it back. */
function useFocusOnChange(isOpen: boolean, sidebar: RefObject<HTMLElement | null>, searching: boolean) {
  const before = useRef(isOpen);
  useEffect(() => {
    if (before.current === isOpen) return;
    before.current = isOpen;
    if (searching || document.activeElement instanceof HTMLTextAreaElement) return;
    (sidebar.current ?? document).querySelector<HTMLElement>('[data-sidebar-toggle]')?.focus();
  }, [isOpen, sidebar, searching]);
}

/** A sidebar that lies over the chat goes away at Escape and at a press beside it. */
function useLeaving(isOver: boolean, sidebar: RefObject<HTMLElement | null>, onLeave: () => void) {
  const leave = useEffectEvent(onLeave);
  useEffect(() => {
    if (!isOver) return;
    const isElsewhere = (target: EventTarget | null) =>
      target instanceof Element &&
      !sidebar.current?.contains(target) &&
      !target.closest('[role="alertdialog"], [data-scrim]');
    const listening = new AbortController();
    const options = { signal: listening.signal };
    // Captured, so that the press that called the sidebar is over before this listens.
    document.addEventListener('click', ({ target }) => isElsewhere(target) && leave(), { ...options, capture: true });
    document.addEventListener(
      'keydown',
      ({ key, defaultPrevented }) => {
        if (key === 'Escape' && !defaultPrevented && !isDialogOpen()) leave();
      },
      options,
    );
    return () => listening.abort();
  }, [isOver, sidebar]);
}
