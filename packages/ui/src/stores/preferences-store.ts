import { createStore, type StoreApi } from 'zustand/vanilla';
import type { KeyValueStorage } from './stored-json.ts';

export type Theme = 'light' | 'dark';

export interface PreferencesState {
  theme: Theme;
  isSidebarOpen: boolean;
}

export interface PreferencesActions {
  setTheme(theme: Theme): void;
  setSidebarOpen(isOpen: boolean): void;
}

export type PreferencesStore = StoreApi<PreferencesState & PreferencesActions>;

const THEME_KEY = 'theme';
const SIDEBAR_KEY = 'sidebar';

export interface PreferencesDependencies {
  storage: KeyValueStorage;
  systemTheme: Theme;
  /** Whether the page is at least 768 px wide; on a narrower one the sidebar covers the chat and starts closed. */
  isWide: boolean;
}

/** How this person likes the client, on this machine. */
export function createPreferencesStore({ storage, systemTheme, isWide }: PreferencesDependencies): PreferencesStore {
  const stored = storage.get(THEME_KEY);
  return createStore<PreferencesState & PreferencesActions>()((set) => ({
    theme: stored === 'light' || stored === 'dark' ? stored : systemTheme,
    isSidebarOpen: isWide && storage.get(SIDEBAR_KEY) !== 'closed',

    setTheme(theme) {
      storage.set(THEME_KEY, theme);
      set({ theme });
    },
    setSidebarOpen(isSidebarOpen) {
      // A sidebar that slid away on a narrow page says nothing about the next visit on a wide one.
      if (isWide) storage.set(SIDEBAR_KEY, isSidebarOpen ? 'open' : 'closed');
      set({ isSidebarOpen });
    },
  }));
}
