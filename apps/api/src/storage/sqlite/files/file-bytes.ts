import { mkdir, open, readFile, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { AppError } from '@parley/core';
import { checkFileId } from '../../files/file-id.ts';

/** Stores the bytes of files. */
export interface FileBytes {
  /** Resolves when the bytes would survive a power loss. Rejects when the id already has bytes. */
  write(id: string, bytes: Uint8Array): Promise<void>;
  read(id: string): Promise<Uint8Array<ArrayBuffer> | null>;
  /** Ignores unknown ids. */
  remove(id: string): Promise<void>;
}

/**
 * Stores each file in `folder`, in a subfolder named after the first two characters of its id; readable only by its
 * owner.
 */
export function fileBytesOnDisk(folder: string): FileBytes {
  const place = (id: string) => join(folder, checkFileId(id).slice(0, 2), id);
  return {
    write: (id, bytes) => reachable(() => writeDurably(folder, place(id), bytes)),
    async read(id) {
      const file = await reachable(() => readFile(place(id)).catch(missing));
      return file && new Uint8Array(file.buffer, file.byteOffset, file.byteLength);
    },
    remove: (id) => reachable(() => rm(place(id), { force: true })),
  };
}

export function fileBytesInMemory(): FileBytes {
  const files = new Map<string, Uint8Array<ArrayBuffer>>();
  return {
    async write(id, bytes) {
      if (files.has(id)) throw new Error('A file of this id exists.');
      files.set(id, new Uint8Array(bytes));
    },
    async read(id) {
      return files.get(id)?.slice() ?? null;
    },
    async remove(id) {
      files.delete(id);
    },
  };
}

async function writeDurably(folder: string, path: string, bytes: Uint8Array): Promise<void> {
  const made = await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  await withHandle(path, 'wx', async (file) => {
    await file.writeFile(bytes);
    await file.sync();
  });
  // Syncs the directory entries too: of the file and of any folders, which may be new.
  const folders = [dirname(path), folder, ...(made === undefined ? [] : [dirname(folder)])];
  for (const named of folders) await withHandle(named, 'r', (directory) => directory.sync());
}

async function withHandle(
  path: string,
  flags: string,
  work: (handle: Awaited<ReturnType<typeof open>>) => Promise<void>,
): Promise<void> {
  const handle = await open(path, flags, 0o600);
  try {
    await work(handle);
  } finally {
    await handle.close();
  }
}

function missing(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null;
  throw error;
}

async function reachable<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === undefined || code === 'EEXIST') throw error;
    throw new AppError('unavailable', { cause: error });
  }
}
