import { createStore, type StoreApi } from 'zustand/vanilla';
import type { KeyValueStorage } from '../storage/stored-json.ts';

export type Theme = 'light' | 'dark';

export interface PreferencesState {
  theme: Theme;
  /** Applies to pages of at least 768 px; on narrower ones the sidebar is an overlay and closed by default. */
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
}

/** Creates the store of the user's preferences on this device. */
export function createPreferencesStore({ storage, systemTheme }: PreferencesDependencies): PreferencesStore {
  const stored = storage.get(THEME_KEY);
  return createStore<PreferencesState & PreferencesActions>()((set) => ({
    theme: stored === 'light' || stored === 'dark' ? stored : systemTheme,
    isSidebarOpen: storage.get(SIDEBAR_KEY) !== 'closed',

    setTheme(theme) {
      storage.set(THEME_KEY, theme);
      set({ theme });
    },
    setSidebarOpen(isSidebarOpen) {
      storage.set(SIDEBAR_KEY, isSidebarOpen ? 'open' : 'closed');
      set({ isSidebarOpen });
    },
  }));
}
