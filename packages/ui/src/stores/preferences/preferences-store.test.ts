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

test('the sidebar is open unless it was closed on this device', () => {
  const storage = memoryStorage();
  const open = () => createPreferencesStore({ storage, systemTheme: 'light' });
  expect(open().getState().isSidebarOpen).toBe(true);
  open().getState().setSidebarOpen(false);
  expect(open().getState().isSidebarOpen).toBe(false);
});
