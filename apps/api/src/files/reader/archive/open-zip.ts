import { fromBuffer, type Entry, type ZipFile } from 'yauzl';
import { DocumentError } from '../document-error.ts';

/**
 * Maximum bytes that all entries unpack to, as the archive declares them; yauzl holds each entry to what it declares.
 */
const MAX_UNPACKED = 256 * 1024 * 1024;
const MAX_ENTRIES = 20_000;

/** The parts of an office document or book. */
export interface Zip {
  names: string[];
  /** The bytes of one entry in pieces; none if there is no such entry. Entries inside archives stay packed. */
  read(name: string): AsyncIterable<Uint8Array>;
}

/** Lists an archive's entries. Throws `DocumentError` when they unpack to too much or need a password. */
export async function openZip(bytes: Uint8Array): Promise<Zip> {
  const file = await openBuffer(bytes);
  const entries = await listEntries(file);
  return {
    names: [...entries.keys()],
    async *read(name) {
      const entry = entries.get(name);
      if (!entry) return;
      if (entry.isEncrypted()) throw new DocumentError('encrypted');
      for await (const chunk of await openStream(file, entry)) yield chunk as Uint8Array;
    },
  };
}

function openBuffer(bytes: Uint8Array): Promise<ZipFile> {
  return new Promise((resolve, reject) => {
    fromBuffer(Buffer.from(bytes), { lazyEntries: true }, (error, file) => (error ? reject(error) : resolve(file)));
  });
}

function listEntries(file: ZipFile): Promise<Map<string, Entry>> {
  const entries = new Map<string, Entry>();
  let unpacked = 0;
  return new Promise((resolve, reject) => {
    file.on('entry', (entry: Entry) => {
      unpacked += entry.uncompressedSize;
      entries.set(entry.fileName, entry);
      if (unpacked > MAX_UNPACKED || entries.size > MAX_ENTRIES) reject(new DocumentError('too-large'));
      else file.readEntry();
    });
    file.once('end', () => resolve(entries));
    file.once('error', reject);
    file.readEntry();
  });
}

function openStream(file: ZipFile, entry: Entry): Promise<NodeJS.ReadableStream> {
  return new Promise((resolve, reject) => {
    file.openReadStream(entry, (error, stream) => (error ? reject(error) : resolve(stream)));
  });
}
