import { textOrNull, type ApiKey, type NewApiKey, type NewApiKeyResponse, type ShapeOf } from '@parley/core';
import type { Read } from '../create-transport.ts';

const KEY: ShapeOf<ApiKey> = {
  id: '',
  name: '',
  ending: '',
  scopes: [''],
  createdAt: '',
  expiresAt: textOrNull,
  lastUsedAt: textOrNull,
};
const KEYS = '/api/account/api-keys';

/** The calls about API keys, loaded with the first of them. Rejects as the API client does. */
export function createKeyCalls(read: Read) {
  return {
    /** Newest first. */
    list: async (): Promise<ApiKey[]> => (await read<{ apiKeys: ApiKey[] }>({ apiKeys: [KEY] }, KEYS)).apiKeys,
    /** Resolves to the key itself, which no other call returns. */
    create: async (body: NewApiKey): Promise<string> =>
      (await read<Pick<NewApiKeyResponse, 'secret'>>({ secret: '' }, KEYS, { method: 'POST', body })).secret,
    async revoke(id: string): Promise<void> {
      await read('success', `${KEYS}/${encodeURIComponent(id)}`, { method: 'DELETE' });
    },
  };
}
