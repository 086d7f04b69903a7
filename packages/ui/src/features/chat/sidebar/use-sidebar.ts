import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState, type RefObject } from 'react';
import { flushSync } from 'react-dom';
import { isComposing } from '../../../kit/hooks/is-composing.ts';
import { useMedia } from '../../../kit/hooks/use-media.ts';
import { isDialogOpen, isMenuOpen, useOpenOverlay } from '../../../kit/overlays/open-overlays.ts';
import { usePreferences } from '../../../stores/client.ts';

interface SidebarView {
  isWide: boolean;
  isOpen: boolean;
  /** Whether it is a closed drawer that still slides out. */
  isLeaving: boolean;
  /** Whether it was opened to search. */
  searching: boolean;
  ref: RefObject<HTMLElement | null>;
  /** The button outside the sidebar that opens it. */
  menuRef: RefObject<HTMLButtonElement | null>;
  open: (forSearch?: boolean) => void;
  close: () => void;
  /** Closes a drawer that is out of view already. */
  hide: () => void;
}

/** State of the sidebar: beside the chat and as the user left it on wide pages, a closed drawer on narrow ones. */
export function useSidebar(scrim: RefObject<HTMLElement | null>): SidebarView {
  const isWide = useMedia('(min-width: 48rem)');
  const isOpenBeside = usePreferences((preferences) => preferences.isSidebarOpen);
  const setOpenBeside = usePreferences((preferences) => preferences.setSidebarOpen);
  const [drawer, setDrawer] = useState<'open' | 'leaving' | 'closed'>('closed');
  const [searching, setSearching] = useState(false);
  const ref = useRef<HTMLElement>(null);
  const menuRef = useRef<HTMLButtonElement>(null);
  const isOpen = isWide ? isOpenBeside : drawer === 'open';
  const isLeaving = !isWide && drawer === 'leaving';
  const leave = () => setDrawer((is) => (is === 'open' ? 'leaving' : is));
  const set = (open: boolean, forSearch: boolean) => {
    setSearching(forSearch);
    if (isWide) setOpenBeside(open);
    else if (open) setDrawer('open');
    else leave();
  };
  useFocusOnChange(isOpen, isWide, ref, menuRef, searching);
  useOpenOverlay('drawer', isOpen && !isWide, leave);
  useLeaving(isOpen && !isWide, ref, leave);
  useSlideOut(isLeaving, ref, scrim, () => setDrawer('closed'));
  return {
    isWide,
    isOpen,
    isLeaving,
    searching,
    ref,
    menuRef,
    open: (forSearch = false) => set(true, forSearch),
    close: () => set(false, false),
    hide: () => setDrawer('closed'),
  };
}

/** Moves the focus to the control that reverts the change, since the pressed one unmounts when the sidebar changes. */
function useFocusOnChange(
  isOpen: boolean,
  isWide: boolean,
  sidebar: RefObject<HTMLElement | null>,
  menu: RefObject<HTMLElement | null>,
  searching: boolean,
) {
  const before = useRef({ isOpen, isWide });
  useEffect(() => {
    const { isOpen: wasOpen, isWide: wasWide } = before.current;
    before.current = { isOpen, isWide };
    // A page that became narrower or wider was not asked to open or close it.
    if (wasOpen === isOpen || wasWide !== isWide) return;
    if (searching || document.activeElement instanceof HTMLTextAreaElement) return;
    const isLeaving = sidebar.current?.matches('[inert]') === true;
    const toggle = isLeaving ? null : sidebar.current?.querySelector<HTMLElement>('[data-sidebar-toggle]');
    (toggle ?? menu.current)?.focus();
  }, [isOpen, isWide, sidebar, menu, searching]);
}

/** Slides a drawer that is leaving out of view. */
function useSlideOut(
  isLeaving: boolean,
  drawer: RefObject<HTMLElement | null>,
  scrim: RefObject<HTMLElement | null>,
  onOut: () => void,
) {
  const out = useEffectEvent(onOut);
  useLayoutEffect(() => {
    if (!isLeaving) return;
    const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches;
    const options = { duration: isStill ? 0 : 150, easing: 'ease-in' };
    scrim.current?.animate({ opacity: 0 }, options);
    const slide = drawer.current?.animate({ translate: 'var(--away, -100%)' }, options);
    // Rendered at once, since without its animation the drawer would be back in view for a frame.
    slide?.addEventListener('finish', () => flushSync(() => out()));
    return () => slide?.cancel();
  }, [isLeaving, drawer, scrim]);
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
      (event) => {
        if (event.key !== 'Escape' || event.defaultPrevented || isComposing(event)) return;
        if (!isDialogOpen() && !isMenuOpen()) leave();
      },
      options,
    );
    return () => listening.abort();
  }, [isDrawerOpen, sidebar]);
}
