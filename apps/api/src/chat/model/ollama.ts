import type { ModelClient } from './open-client.ts';

/**
 * What an Ollama says that these models can do (`thinking`, `vision`, …), by model; those that it does not have are left
 * out. Null when this is no Ollama, or not there. Never throws.
 */
export async function showOnOllama(
  { sdk, fetch }: ModelClient,
  models: string[],
  timeout: number,
): Promise<Map<string, string[]> | null> {
  const shown = new Map<string, string[]>();
  const signal = AbortSignal.timeout(timeout);
  await Promise.all(
    models.map(async (model) => {
      try {
        const body = JSON.stringify({ model });
        const response = await fetch(new URL('/api/show', sdk.baseURL), { method: 'POST', body, signal });
        const { capabilities } = (await response.json()) as { capabilities?: string[] };
        if (Array.isArray(capabilities)) shown.set(model, capabilities);
      } catch {
        // Not an Ollama, or not there: the list of models says which.
      }
    }),
  );
  return shown.size > 0 ? shown : null;
}
