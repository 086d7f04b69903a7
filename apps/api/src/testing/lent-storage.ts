import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { AppError, isErrorCode } from '@parley/core';
import type { Storage } from '../storage/storage.ts';

/** Method names of each part of a storage; null for a method of the storage itself. */
type Shape = Record<string, string[] | null>;
type Call = { id: number; part: string; method: string | null; args: unknown[] };
type Answer = { id: number; result?: unknown; error?: { code: string; message: string } };
type Methods = Record<string, (...args: unknown[]) => Promise<unknown>>;

/** Lets a child process use this process's storage, as if they shared a database server. */
export function lendStorage(storage: Storage, child: ChildProcess): void {
  const parts = storage as unknown as Record<string, Methods | Methods[string]>;
  const shape: Shape = Object.fromEntries(
    Object.entries(parts).map(([name, part]) => [name, typeof part === 'function' ? null : Object.keys(part)]),
  );
  const answer = (message: Answer) => child.connected && child.send(message, () => {});
  child.send(shape);
  child.on('message', async ({ id, part, method, args }: Call) => {
    try {
      const owner = parts[part];
      const work = typeof owner === 'function' ? owner : owner?.[method ?? ''];
      answer({ id, result: await work?.(...args) });
    } catch (error) {
      const { message } = error as Error;
      answer({ id, error: { code: error instanceof AppError ? error.code : '', message } });
    }
  });
}

/** In the child: returns the parent's storage. Closing it does not close the parent's. */
export async function borrowStorage(): Promise<Storage> {
  const [shape] = (await once(process, 'message')) as [Shape];
  const waiting = new Map<number, PromiseWithResolvers<unknown>>();
  let calls = 0;
  process.on('message', ({ id, result, error }: Answer) => {
    const call = waiting.get(id);
    waiting.delete(id);
    if (!error) call?.resolve(result);
    else call?.reject(isErrorCode(error.code) ? new AppError(error.code, error) : new Error(error.message));
  });
  const ask =
    (part: string, method: string | null) =>
    (...args: unknown[]) => {
      const call = Promise.withResolvers<unknown>();
      waiting.set(++calls, call);
      process.send?.({ id: calls, part, method, args } satisfies Call);
      return call.promise;
    };
  const parts = Object.entries(shape).map(([part, methods]) => [
    part,
    methods ? Object.fromEntries(methods.map((method) => [method, ask(part, method)])) : ask(part, null),
  ]);
  return { ...(Object.fromEntries(parts) as Storage), async close() {} };
}
