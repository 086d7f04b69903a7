import { fit, type ShapeOf } from '@parley/core';
import { TransportError } from '../../api/transport-error.ts';
import type { Client } from '../client.ts';
import { readStored, writeStored } from '../storage/stored-json.ts';
import { settingsKey } from './settings-key.ts';

/** What the settings show without a connection. */
type CachedRead = 'account' | 'memories' | 'active' | 'archived' | 'deleted';

/**
 * Reads something of the signed-in user and caches it on this device. Without a connection it resolves to what was
 * cached last, if that still has this shape, and rejects otherwise.
 */
export async function readWithCache<T>(
  { platform: { storage }, session }: Pick<Client, 'platform' | 'session'>,
  name: CachedRead,
  shape: ShapeOf<T>,
  read: () => Promise<T>,
): Promise<T> {
  const { token, user } = session.getState();
  const key = settingsKey(user?._id ?? '');
  try {
    const found = await read();
    // Nothing is stored of a user who signed out meanwhile.
    if (token !== null && session.getState().token === token)
      writeStored(storage, key, { ...readStored(storage, key), [name]: found });
    return found;
  } catch (error) {
    if (!(error instanceof TransportError)) throw error;
    try {
      return fit(readStored(storage, key)[name], shape);
    } catch {
      throw error;
    }
  }
}
