import type { BoundedText } from '../bounded-text.ts';
import { DocumentError } from '../document-error.ts';
import { openZip, type Zip } from './open-zip.ts';
import { readBook } from './read-book.ts';
import { readOpenDocument, readOpenSheets } from './read-open-document.ts';
import { readSheets } from './read-sheets.ts';
import { readSlides } from './read-slides.ts';
import { readWord } from './read-word.ts';
import { readRelations } from './relations.ts';

type ReadParts = (zip: Zip, main: string, text: BoundedText) => Promise<void>;

const OFFICE = 'application/vnd.openxmlformats-officedocument';
const OPEN_DOCUMENT = 'application/vnd.oasis.opendocument';

/** Readers of Office Open XML by the folder of the main part. */
const OFFICE_READERS: Record<string, { type: string; read: ReadParts }> = {
  word: { type: `${OFFICE}.wordprocessingml.document`, read: readWord },
  xl: { type: `${OFFICE}.spreadsheetml.sheet`, read: readSheets },
  ppt: { type: `${OFFICE}.presentationml.presentation`, read: readSlides },
};

/** Readers of archives that name their type in an entry `mimetype`. */
const NAMED_READERS: Record<string, (zip: Zip, text: BoundedText) => Promise<void>> = {
  [`${OPEN_DOCUMENT}.text`]: readOpenDocument,
  [`${OPEN_DOCUMENT}.presentation`]: readOpenDocument,
  [`${OPEN_DOCUMENT}.spreadsheet`]: readOpenSheets,
  'application/epub+zip': readBook,
};

export interface OpenedArchive {
  /** MIME type, from the contents. */
  type: string;
  read(text: BoundedText): Promise<void>;
}

/** Opens an office document or book. Throws `DocumentError` for any other archive, and as `openZip` does. */
export async function openArchive(bytes: Uint8Array): Promise<OpenedArchive> {
  const zip = await openZip(bytes);
  const named = await readStart(zip, 'mimetype', 100);
  // Templates are read like documents.
  const type = named.trim().replace(/-template$/, '');
  const readNamed = Object.hasOwn(NAMED_READERS, type) ? NAMED_READERS[type] : undefined;
  if (readNamed) {
    if ((await readStart(zip, 'META-INF/manifest.xml', 100_000)).includes('encryption-data'))
      throw new DocumentError('encrypted');
    return { type, read: (text) => readNamed(zip, text) };
  }
  const main = [...(await readRelations(zip, '')).values()].find(
    (relation) => relation.type === 'officeDocument',
  )?.path;
  const folder = main?.split('/', 1)[0] ?? '';
  const office = Object.hasOwn(OFFICE_READERS, folder) ? OFFICE_READERS[folder] : undefined;
  if (main === undefined || !office) throw new DocumentError('unknown');
  return { type: office.type, read: (text) => office.read(zip, main, text) };
}

/** The beginning of an entry; '' if there is none. */
async function readStart(zip: Zip, name: string, maxBytes: number): Promise<string> {
  let start = Buffer.alloc(0);
  for await (const piece of zip.read(name)) {
    start = Buffer.concat([start, piece]);
    if (start.length >= maxBytes) break;
  }
  return start.toString('utf8', 0, maxBytes);
}
