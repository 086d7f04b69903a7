import { fit, type ApiKey, type NewApiKey, type NewApiKeyResponse, type ShapeOf } from '@parley/core';
import type { Call } from '../create-transport.ts';
import { IncompatibleError } from '../incompatible-error.ts';
import type { Responses } from '../read-response.ts';

type Read = (name: 'success', path: string, call?: Call) => Promise<Responses['success']>;

const textOrNull = (value: unknown): string | null => (typeof value === 'string' ? value : null);
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
  async function readAs<Answer>(shape: ShapeOf<Answer>, call?: Call): Promise<Answer> {
    const answer = await read('success', KEYS, call);
    try {
      return fit<Answer>(answer, shape);
    } catch (error) {
      throw new IncompatibleError(error);
    }
  }
  return {
    /** Newest first. */
    list: async (): Promise<ApiKey[]> => (await readAs<{ apiKeys: ApiKey[] }>({ apiKeys: [KEY] })).apiKeys,
    /** Resolves to the key itself, which no other call returns. */
    create: async (body: NewApiKey): Promise<string> =>
      (await readAs<Pick<NewApiKeyResponse, 'secret'>>({ secret: '' }, { method: 'POST', body })).secret,
    async revoke(id: string): Promise<void> {
      await read('success', `${KEYS}/${encodeURIComponent(id)}`, { method: 'DELETE' });
    },
  };
}
