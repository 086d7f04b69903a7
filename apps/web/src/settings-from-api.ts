import type { ProductSettings } from '@parley/core';
import type { Platform } from '@parley/ui';
import { adoptStyles } from '@parley/ui/adopt-styles';
import { fetchSettings } from '@parley/ui/fetch-settings';

const KEY = 'settings';

/**
 * Returns the product's settings for a page that the API does not serve. They are fetched on every visit and stored, so
 * that later visits start at once with the last known ones. Null when they have never arrived.
 */
export async function settingsFromApi(apiUrl: string, storage: Platform['storage']): Promise<ProductSettings | null> {
  const asked = fetchSettings(apiUrl).then(
    (settings) => {
      // Signing in with Apple and other providers, and remembering a device, need a cookie of the page's own origin.
      const { signInProviders: _providers, takesPasskeys: _passkeys, remembersDevices: _devices, ...others } = settings;
      const usable = { ...others, appleClientId: null, appleScriptUrl: null };
      storage.set(KEY, JSON.stringify(usable));
      return usable;
    },
    () => null,
  );
  const settings = readKept(storage) ?? (await asked);
  adoptStyles(settings?.brand?.styles);
  return settings;
}

function readKept(storage: Platform['storage']): ProductSettings | null {
  try {
    return JSON.parse(storage.get(KEY) ?? 'null') as ProductSettings | null;
  } catch {
    return null;
  }
}
