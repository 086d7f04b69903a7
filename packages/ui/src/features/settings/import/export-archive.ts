import { t } from '@parley/core';
import { BlobReader, ZipReader, type FileEntry } from '@zip.js/zip.js/index-native.js';

/** A JSON file of an export. */
export interface JsonPart {
  name: string;
  /** Packed bytes, for the progress. */
  size: number;
  open(): ReadableStream<Uint8Array<ArrayBuffer>>;
}

/** A file that could not be read. `problem` is a sentence that names it. */
export interface FileProblem {
  file: string;
  problem: string;
}

/** The chosen files of an export, opened: its JSON files, and its pictures and documents by name. */
export interface ExportArchive {
  parts: JsonPart[];
  problems: FileProblem[];
  /** The file that messages refer to with this name or address; null if the export lacks it. */
  file(reference: string): Promise<File | null>;
}

const JSON_NAME = /\.json$/i;
const ZIP_NAME = /\.zip$/i;
/** Begins the name of a file of a message in ChatGPT's export. */
const CHATGPT_FILE = /^file[-_][A-Za-z0-9]{20}/;
/** Begins the name of a file of a message in the `files` of Parley's export. */
const PARLEY_FILE = /^[\w-]{8,64} /;
/** Begins the names of the notes that macOS adds to a ZIP, one for each file. */
const FINDER_NOTE = '._';
/** The original names of the files that a ChatGPT export stores as `.dat`. */
const FILE_NAMES = 'conversation_asset_file_names.json';
/** Largest picture or document that is unpacked. */
const MAX_FILE_BYTES = 20 * 1024 * 1024;
const MAX_FILE_NAMES_BYTES = 16 * 1024 * 1024;

/** Opens the files as they came: ZIPs in several parts, or JSON. Reads the lists of the ZIPs only. */
export async function openArchive(files: File[]): Promise<ExportArchive> {
  const parts: JsonPart[] = [];
  const problems: FileProblem[] = [];
  const entries = new Map<string, FileEntry>();
  const originalNames = new Map<string, string>();
  for (const file of files) {
    try {
      if (!(await isZip(file))) {
        parts.push({ name: file.name, size: file.size, open: () => file.stream() });
        continue;
      }
      const found = await new ZipReader(new BlobReader(file)).getEntries();
      const unpacked = found.filter((entry): entry is FileEntry => !entry.directory);
      if (unpacked.some(({ encrypted }) => encrypted)) {
        problems.push({
          file: file.name,
          problem: t`${file.name} is protected by a password. Unpack it and choose the files in it.`,
        });
        continue;
      }
      for (const entry of unpacked) {
        const name = baseName(entry.filename);
        const isAttached = isOfMessage(entry.filename);
        if (name.startsWith(FINDER_NOTE)) continue;
        if (name === FILE_NAMES)
          for (const [stored, original] of await readNames(entry)) originalNames.set(stored, original);
        else if (JSON_NAME.test(name) && !isAttached) parts.push(toPart(entry));
        else if (ZIP_NAME.test(name) && !isAttached)
          problems.push({ file: name, problem: t`${name} is a ZIP in a ZIP. Unpack it and choose it by itself.` });
        else for (const key of keysOf(name)) if (!entries.has(key)) entries.set(key, entry);
      }
    } catch {
      problems.push({ file: file.name, problem: t`${file.name} isn’t a complete ZIP file. Download it again.` });
    }
  }
  return {
    parts,
    problems,
    async file(reference) {
      if (reference.startsWith('data:')) return fromDataUri(reference);
      const entry = entries.get(reference) ?? entries.get(idIn(reference));
      if (!entry || entry.uncompressedSize > MAX_FILE_BYTES) return null;
      const base = baseName(entry.filename);
      const bytes = await new Response(streamOf(entry)).blob().catch(() => null);
      return bytes && new File([bytes], originalNames.get(base) ?? base);
    },
  };
}

async function isZip(file: File): Promise<boolean> {
  const start = new Uint8Array(await file.slice(0, 2).arrayBuffer());
  return start[0] === 0x50 && start[1] === 0x4b;
}

function toPart(entry: FileEntry): JsonPart {
  return { name: entry.filename, size: entry.compressedSize, open: () => streamOf(entry) };
}

/** Unpacks an entry while it is read. */
function streamOf(entry: FileEntry): ReadableStream<Uint8Array<ArrayBuffer>> {
  const { readable, writable } = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>();
  entry.getData(writable, { useWebWorkers: false }).catch((error: unknown) => writable.abort(error).catch(() => {}));
  return readable;
}

/** The ids under which messages may refer to a file: its name, and what precedes the original name in it. */
function keysOf(name: string): string[] {
  const id = /^file[-_][A-Za-z0-9]+|^[\w-]{8,64}(?= )/.exec(name)?.[0];
  return id === undefined ? [name] : [id, name];
}

/** The id at the end of an address such as `sediment://file_0a1b` or `/api/files/0a1b?key=…`. */
function idIn(reference: string): string {
  return baseName(reference.split(/[?#]/, 1)[0] ?? '');
}

/** Whether this is a file of a message: a document of any kind, also JSON. */
function isOfMessage(path: string): boolean {
  const name = baseName(path);
  return CHATGPT_FILE.test(name) || (path.split('/').at(-2) === 'files' && PARLEY_FILE.test(name));
}

/** What follows the last slash. */
export function baseName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

async function readNames(entry: FileEntry): Promise<Map<string, string>> {
  if (entry.uncompressedSize > MAX_FILE_NAMES_BYTES) return new Map();
  const names: unknown = await new Response(streamOf(entry)).json().catch(() => null);
  const pairs = Object.entries({ ...(names as Record<string, unknown> | null) });
  return new Map(pairs.filter((pair): pair is [string, string] => typeof pair[1] === 'string'));
}

function fromDataUri(uri: string): File | null {
  const comma = uri.indexOf(',');
  const type = /^data:(image\/[a-z]{3,5});base64$/.exec(uri.slice(0, Math.max(0, comma)))?.[1];
  const packed = uri.slice(comma + 1);
  if (!type || packed === '') return null;
  try {
    const bytes = Uint8Array.from(atob(packed), (letter) => letter.charCodeAt(0));
    return new File([bytes], `picture.${type.slice('image/'.length)}`, { type });
  } catch {
    return null;
  }
}
