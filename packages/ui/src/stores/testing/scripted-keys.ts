import { AppError, type ApiKey, type NewApiKey } from '@parley/core';

const TIME = '2026-01-01T12:00:00.000Z';

/** The calls about API keys, answered from memory. `answer` records a call and may fail or delay it. */
export class ScriptedKeys {
  stored: ApiKey[] = [];
  readonly #answer: (call: string) => Promise<void>;

  constructor(answer: (call: string) => Promise<void>) {
    this.#answer = answer;
  }

  put(id: string, fields: Partial<ApiKey> = {}): void {
    const about = { name: 'Editor', ending: 'a1b2', scopes: ['chat' as const] };
    this.stored.unshift({ id, ...about, createdAt: TIME, expiresAt: null, lastUsedAt: null, ...fields });
  }

  list = async (): Promise<ApiKey[]> => {
    await this.#answer('apiKeys');
    return [...this.stored];
  };
  create = async (wanted: NewApiKey): Promise<string> => {
    await this.#answer(`createKey ${JSON.stringify(wanted)}`);
    const { name, scopes } = wanted;
    this.put('new', { name, scopes });
    return 'parley_sk_secret';
  };
  revoke = async (id: string): Promise<void> => {
    await this.#answer(`revokeKey ${id}`);
    if (!this.stored.some((key) => key.id === id)) throw new AppError('not-found');
    this.stored = this.stored.filter((key) => key.id !== id);
  };
}
