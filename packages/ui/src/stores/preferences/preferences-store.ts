import { createStore, type StoreApi } from 'zustand/vanilla';
import type { KeyValueStorage } from '../storage/stored-json.ts';

export type Theme = 'light' | 'dark';
export type ThemeChoice = Theme | 'system';

export interface PreferencesState {
  /** The theme that is shown. */
  theme: Theme;
  /** What the user chose; `system` follows the device. */
  themeChoice: ThemeChoice;
  /** Applies to pages of at least 768 px; on narrower ones the sidebar is an overlay and closed by default. */
  isSidebarOpen: boolean;
}

export interface PreferencesActions {
  setTheme(choice: ThemeChoice): void;
  /** Updates the device's theme, which is shown unless the user chose another one. */
  setSystemTheme(theme: Theme): void;
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
  const chosen = stored === 'light' || stored === 'dark' ? stored : 'system';
  let system = systemTheme;
  const shown = (choice: ThemeChoice) => (choice === 'system' ? system : choice);
  return createStore<PreferencesState & PreferencesActions>()((set, get) => ({
    theme: shown(chosen),
    themeChoice: chosen,
    isSidebarOpen: storage.get(SIDEBAR_KEY) !== 'closed',

    setTheme(themeChoice) {
      if (themeChoice === 'system') storage.remove(THEME_KEY);
      else storage.set(THEME_KEY, themeChoice);
      set({ themeChoice, theme: shown(themeChoice) });
    },
    setSystemTheme(theme) {
      system = theme;
      set({ theme: shown(get().themeChoice) });
    },
    setSidebarOpen(isSidebarOpen) {
      storage.set(SIDEBAR_KEY, isSidebarOpen ? 'open' : 'closed');
      set({ isSidebarOpen });
    },
  }));
}
