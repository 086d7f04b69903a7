import type {
  ImportDeletedResponse,
  ImportOutcome,
  ImportRequest,
  ImportResponse,
  ImportsResponse,
  ImportSource,
  ImportSummary,
  ShapeOf,
} from '@parley/core';
import type { Read } from '../create-transport.ts';

const IMPORTS = '/api/chat/imports';
const SENT: ShapeOf<ImportResponse> = { outcomes: [(value) => value as ImportOutcome] };
const LISTED: ShapeOf<ImportsResponse> = { imports: [{ importId: '', importedAt: '', conversations: 0 }] };
const DELETED: ShapeOf<ImportDeletedResponse> = { count: 0 };

/** The calls about imports, loaded with the first of them. Rejects as the API client does. */
export function createImportCalls(read: Read) {
  return {
    /** Resolves to the outcome for each conversation. */
    send: async (body: ImportRequest): Promise<ImportOutcome[]> =>
      (await read(SENT, '/api/chat/import', { method: 'POST', body })).outcomes,
    /** Newest first. */
    list: async (): Promise<ImportSummary[]> => (await read(LISTED, IMPORTS)).imports,
    /** Deletes the conversations of an import that are from this product; resolves to how many. */
    delete: async (id: string, source: ImportSource): Promise<number> =>
      (await read(DELETED, `${IMPORTS}/${encodeURIComponent(id)}?source=${source}`, { method: 'DELETE' })).count,
  };
}
