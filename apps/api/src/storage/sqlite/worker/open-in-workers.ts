import type { Storage } from '../../storage.ts';
import { WorkerCalls } from './worker-calls.ts';

/** What the reader answers, by store: reads that may take long, or of files. All else is the writer's. */
const LONG_READS: { [Store in keyof Storage]?: (keyof Storage[Store])[] } = {
  conversations: ['list', 'messages', 'lastMessages', 'tree', 'search', 'listDeleted', 'findDeleted'],
  files: ['list', 'keptBytes', 'bytes', 'text'],
  figures: ['daily', 'users', 'subscriptions', 'duplicates'],
};

interface Settings {
  file: string;
  filesDir: string;
  onFault: (error: Error) => void;
}

/**
 * The storage in an SQLite file, used in two threads: one writes and answers short reads, the other one, on a connection
 * of its own, answers long reads. It sees whatever was committed before it was asked. So neither a slow query nor the
 * disk nor a lock holds up the thread that calls. `onClosed` runs when both are closed.
 */
export async function openInWorkers(settings: Settings, onClosed: () => void): Promise<Storage> {
  const { calls: writer, methods } = await WorkerCalls.open({ ...settings, role: 'writer' });
  const { calls: reader } = await WorkerCalls.open({ ...settings, role: 'reader' }).catch(async (error: unknown) => {
    await writer.close();
    throw error;
  });
  const callsOf = (store: string, method: string) => (isLongRead(store, method) ? reader : writer);
  const stores = Object.entries(methods).map(([store, names]) => [
    store,
    Object.fromEntries(names.map((method) => [method, remote(callsOf(store, method), store, method)])),
  ]);
  const { database: _, ...named } = Object.fromEntries(stores) as Record<string, unknown>;
  return {
    // What the writer has, by the names it gave.
    ...(named as unknown as Omit<Storage, 'ping' | 'close'>),
    async ping() {
      await Promise.all([writer, reader].map((calls) => calls.call('database', 'ping', [])));
    },
    async close() {
      // The last one to close empties the log and removes it.
      await reader.close();
      await writer.close();
      onClosed();
    },
  };
}

function isLongRead(store: string, method: string): boolean {
  const names: readonly string[] = LONG_READS[store as keyof Storage] ?? [];
  return names.includes(method);
}

/** A method that is called in the worker; an `AbortSignal` at the end of its arguments stays here and cancels the call. */
function remote(calls: WorkerCalls, store: string, method: string) {
  return async (...args: unknown[]): Promise<unknown> => {
    const last = args.at(-1);
    const signal = last instanceof AbortSignal ? last : undefined;
    return calls.call(store, method, signal ? args.slice(0, -1) : args, signal);
  };
}
