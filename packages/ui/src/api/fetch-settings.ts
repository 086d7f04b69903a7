import { fit, type ProductSettings, type SettingsResponse } from '@parley/core';
import { LANGUAGE } from './language.ts';

const TIMEOUT = 10_000;

/**
 * Fetches the settings that the server writes into its own pages. Rejects if the server is unreachable or answers
 * something else.
 */
export async function fetchSettings(apiUrl: string): Promise<ProductSettings> {
  const response = await fetch(`${apiUrl}/api/settings`, {
    signal: AbortSignal.timeout(TIMEOUT),
    ...(LANGUAGE !== 'en' && { headers: { 'Accept-Language': LANGUAGE } }),
  });
  if (!response.ok) throw new Error(`${apiUrl} answered ${response.status}`);
  return fit<SettingsResponse>(await response.json(), { settings: { productName: '' } }).settings;
}
