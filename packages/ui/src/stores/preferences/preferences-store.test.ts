import { expect, test } from 'vitest';
import { createPreferencesStore } from './preferences-store.ts';
import { memoryStorage } from '../testing/memory-storage.ts';

test('the theme is the stored one or else the system’s', () => {
  const storage = memoryStorage();
  const first = createPreferencesStore({ storage, systemTheme: 'dark' });
  expect(first.getState().theme).toBe('dark');
  first.getState().setTheme('light');
  expect(createPreferencesStore({ storage, systemTheme: 'dark' }).getState().theme).toBe('light');
  storage.set('theme', 'purple');
  expect(createPreferencesStore({ storage, systemTheme: 'dark' }).getState().theme).toBe('dark');
});

test('the theme follows the system until one is chosen, and again when the system is chosen', () => {
  const storage = memoryStorage();
  const { getState } = createPreferencesStore({ storage, systemTheme: 'light' });
  expect(getState().themeChoice).toBe('system');
  getState().setSystemTheme('dark');
  expect(getState().theme).toBe('dark');
  getState().setTheme('light');
  getState().setSystemTheme('light');
  getState().setSystemTheme('dark');
  expect(getState()).toMatchObject({ theme: 'light', themeChoice: 'light' });
  getState().setTheme('system');
  expect(getState()).toMatchObject({ theme: 'dark', themeChoice: 'system' });
  expect(storage.get('theme')).toBeNull();
});

test('the sidebar is open unless it was closed on this device', () => {
  const storage = memoryStorage();
  const open = () => createPreferencesStore({ storage, systemTheme: 'light' });
  expect(open().getState().isSidebarOpen).toBe(true);
  open().getState().setSidebarOpen(false);
  expect(open().getState().isSidebarOpen).toBe(false);
});
