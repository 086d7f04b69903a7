import { AppError } from '@parley/core';
import { isListed } from './features/probe.ts';
import { hostOf } from './host.ts';
import { toModelError } from './model-errors.ts';
import { openClient } from './open-client.ts';

/**
 * Whether a service lists a model, which costs nothing; null when it has no such list. Throws `AppError` with a
 * `model-*` code.
 */
export async function listsModel(
  { apiKey, baseUrl, model }: { apiKey: string | null; baseUrl: string | null; model: string },
  { connectMs, signal }: { connectMs: number; signal: AbortSignal },
): Promise<boolean | null> {
  const { sdk } = openClient({ apiKey, baseUrl, connectMs, maxRetries: 0 });
  try {
    const list = await sdk.get<{ data?: unknown } | string>('/models', { signal });
    const data = typeof list === 'string' ? null : list?.data;
    if (!Array.isArray(data)) throw new AppError('model-garbled');
    const names = data.map((entry: { id?: unknown } | null) => entry?.id).filter((id) => typeof id === 'string');
    return hostOf(baseUrl).listsModels ? isListed(model, names) : null;
  } catch (error) {
    const known = toModelError(error);
    if (known.code === 'model-not-found') return null;
    throw known;
  }
}
