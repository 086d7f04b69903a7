import type { ProductSettings } from '@parley/core';
import type { Platform } from '@parley/ui';
import { fetchSettings } from '@parley/ui/fetch-settings';

const KEY = 'settings';

/**
 * The product's settings where the page is none of the API's own: asked for once and kept, so that later visits begin at
 * once with what was told last. Null when they have never come.
 */
export async function settingsFromApi(apiUrl: string, storage: Platform['storage']): Promise<ProductSettings | null> {
  const asked = fetchSettings(apiUrl).then(
    (settings) => {
      // Signing in there rests on a cookie of the page's own origin.
      const usable = { ...settings, appleClientId: null, appleScriptUrl: null };
      storage.set(KEY, JSON.stringify(usable));
      return usable;
    },
    () => null,
  );
  return readKept(storage) ?? (await asked);
}

function readKept(storage: Platform['storage']): ProductSettings | null {
  try {
    return JSON.parse(storage.get(KEY) ?? 'null') as ProductSettings | null;
  } catch {
    return null;
  }
}
