import { expect, test } from 'vitest';
import { createPreferencesStore } from './preferences-store.ts';
import { memoryStorage } from './scripted-api.ts';

test('the theme is the stored one, else the system’s', () => {
  const storage = memoryStorage();
  const first = createPreferencesStore({ storage, systemTheme: 'dark', isWide: true });
  expect(first.getState().theme).toBe('dark');
  first.getState().setTheme('light');
  expect(createPreferencesStore({ storage, systemTheme: 'dark', isWide: true }).getState().theme).toBe('light');
  storage.set('theme', 'purple');
  expect(createPreferencesStore({ storage, systemTheme: 'dark', isWide: true }).getState().theme).toBe('dark');
});

test('the sidebar is open on a wide page unless it was closed there, and closed on a narrow one', () => {
  const storage = memoryStorage();
  const open = (isWide: boolean) => createPreferencesStore({ storage, systemTheme: 'light', isWide });
  expect(open(true).getState().isSidebarOpen).toBe(true);
  const narrow = open(false);
  expect(narrow.getState().isSidebarOpen).toBe(false);
  narrow.getState().setSidebarOpen(true);
  narrow.getState().setSidebarOpen(false);
  expect(narrow.getState().isSidebarOpen).toBe(false);
  const wide = open(true);
  expect(wide.getState().isSidebarOpen).toBe(true);
  wide.getState().setSidebarOpen(false);
  expect(open(true).getState().isSidebarOpen).toBe(false);
});
