import { AppError, type ListedMemory, type MemoriesResponse, type NewMemory } from '@parley/core';

const TIME = '2026-01-01T00:00:00.000Z';

/** The calls about memories, answered from memory. `answer` records a call and may fail or delay it. */
export class ScriptedMemories {
  stored: ListedMemory[] = [];
  isOn = true;
  readonly #answer: (call: string) => Promise<void>;

  constructor(answer: (call: string) => Promise<void>) {
    this.#answer = answer;
  }

  put(id: string, text: string, fields: Partial<ListedMemory> = {}): void {
    this.stored.push({ id, text, conversationId: null, messageId: null, createdAt: TIME, updatedAt: TIME, ...fields });
  }

  list = async (): Promise<MemoriesResponse> => {
    await this.#answer('memories');
    return { success: true, memories: [...this.stored], isOn: this.isOn };
  };
  add = async ({ id, text }: NewMemory): Promise<void> => {
    await this.#answer(`addMemory ${text}`);
    if (!this.stored.some((memory) => memory.id === id)) this.put(id, text);
  };
  correct = async (id: string, text: string): Promise<void> => {
    await this.#answer(`correctMemory ${id} ${text}`);
    this.stored = this.stored.map((memory) => (memory.id === id ? { ...memory, text } : memory));
  };
  delete = async (id: string): Promise<void> => {
    await this.#answer(`deleteMemory ${id}`);
    if (!this.stored.some((memory) => memory.id === id)) throw new AppError('not-found');
    this.stored = this.stored.filter((memory) => memory.id !== id);
  };
}
