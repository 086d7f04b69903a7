import { expect, type Page } from '@playwright/test';

/** Page object of the settings. */
export function settingsOn(page: Page) {
  const dialog = page.getByRole('dialog');
  return {
    dialog,
    problem: dialog.getByRole('alert'),
    field: (label: string) => dialog.getByLabel(label, { exact: true }),
    button: (name: string) => dialog.getByRole('button', { name, exact: true }),
  };
}

/** Opens the settings from the sidebar and waits until they are usable. */
export async function openSettings(page: Page) {
  const settings = settingsOn(page);
  await page.getByRole('button', { name: 'Settings' }).click();
  await expect(settings.button('Change password')).toBeEnabled();
  return settings;
}
