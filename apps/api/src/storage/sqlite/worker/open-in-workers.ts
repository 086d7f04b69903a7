import type { Storage } from '../../storage.ts';
import { WorkerCalls } from './worker-calls.ts';

/**
 * Methods that the reader answers, by store: reads that may take long, reads of files, and what a reply reads once its
 * message is accepted, so that it survives a crash of the writer. The writer answers all others.
 */
const READER_METHODS: { [Store in keyof Storage]?: (keyof Storage[Store])[] } = {
  conversations: [
    'find',
    'findAll',
    'list',
    'messages',
    'lastMessages',
    'lastMessageIds',
    'tree',
    'messageIds',
    'search',
    'listDeleted',
    'findDeleted',
    'listImports',
  ],
  projects: ['find', 'list', 'listDeleted', 'fileIds', 'passages'],
  memories: ['list'],
  files: ['findAll', 'list', 'library', 'keptBytes', 'bytes', 'text'],
  spending: ['ofUser', 'daily', 'topAccounts'],
  feedback: ['list', 'groups', 'notes', 'openReports'],
  figures: ['daily', 'users', 'subscriptions', 'duplicates'],
};

interface Settings {
  file: string;
  filesDir: string;
  onFault: (error: Error) => void;
}

/**
 * Opens the storage in an SQLite file with two threads: one writes and answers short reads, the other answers long
 * reads on its own connection. A read sees every commit made before the call. So slow queries, the disk and locks never
 * block the calling thread. `onClosed` runs when both are closed.
 */
export async function openInWorkers(settings: Settings, onClosed: () => void): Promise<Storage> {
  const { calls: writer, methods } = await WorkerCalls.open({ ...settings, role: 'writer' });
  const { calls: reader } = await WorkerCalls.open({ ...settings, role: 'reader' }).catch(async (error: unknown) => {
    await writer.close();
    throw error;
  });
  const callsOf = (store: string, method: string) => (isForReader(store, method) ? reader : writer);
  const stores = Object.entries(methods).map(([store, names]) => [
    store,
    Object.fromEntries(names.map((method) => [method, remote(callsOf(store, method), store, method)])),
  ]);
  const { database: _, ...named } = Object.fromEntries(stores) as Record<string, unknown>;
  return {
    // The writer's stores, by the names that it reported.
    ...(named as unknown as Omit<Storage, 'ping' | 'close'>),
    async ping() {
      await Promise.all([writer, reader].map((calls) => calls.call('database', 'ping', [])));
    },
    async close() {
      // The last connection to close empties and removes the log.
      await reader.close();
      await writer.close();
      onClosed();
    },
  };
}

function isForReader(store: string, method: string): boolean {
  const names: readonly string[] = READER_METHODS[store as keyof Storage] ?? [];
  return names.includes(method);
}

/**
 * Creates a method that runs in the worker. An `AbortSignal` as the last argument stays in this thread and cancels the
 * call.
 */
function remote(calls: WorkerCalls, store: string, method: string) {
  return async (...args: unknown[]): Promise<unknown> => {
    const last = args.at(-1);
    const signal = last instanceof AbortSignal ? last : undefined;
    return calls.call(store, method, signal ? args.slice(0, -1) : args, signal);
  };
}
