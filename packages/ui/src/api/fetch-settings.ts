import type { ProductSettings, SettingsResponse } from '@parley/core';

const TIMEOUT = 10_000;

/** What the server would have written into a page of its own; rejects where it cannot be reached. */
export async function fetchSettings(apiUrl: string): Promise<ProductSettings> {
  const response = await fetch(`${apiUrl}/api/settings`, { signal: AbortSignal.timeout(TIMEOUT) });
  if (!response.ok) throw new Error(`${apiUrl} answered ${response.status}`);
  return ((await response.json()) as SettingsResponse).settings;
}
