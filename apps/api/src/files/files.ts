import { randomBytes } from 'node:crypto';
import { fileTypeFromBuffer } from 'file-type';
import { AppError, t, type Attachment } from '@parley/core';
import type { Caller } from '../limits/fair-scheduler.ts';
import type { RateLimit } from '../limits/rate-limit.ts';
import type { Work } from '../limits/work.ts';
import type { FileRecord, FileStore } from '../storage/storage.ts';
import { readDataUri } from './data-uri.ts';
import { cleanFileName } from './file-name.ts';
import { fileUrl } from './file-url.ts';
import { PagePictures } from './page-pictures.ts';
import { pictureSize } from './read-image.ts';
import { readUpload, type Upload } from './read-upload.ts';

export type Files = ReturnType<typeof createFiles>;

/** The message fields of the spec that carry files. */
export interface InlineFiles {
  base64ImageDataUri?: string | null | undefined;
  documentName?: string | null | undefined;
  /** A data URI for a PDF, otherwise plain text. */
  documentContent?: string | null | undefined;
}

/** Daily limits per user, so that no account can fill the disk. */
export interface FileLimits {
  bytes: Pick<RateLimit, 'consume'>;
  /** Bytes of text extracted from documents. */
  text: Pick<RateLimit, 'consume'>;
}

export interface FileDependencies {
  store: FileStore;
  work: Pick<Work, 'documents' | 'pictures'>;
  limits: FileLimits;
  now: () => number;
}

/**
 * Checks and stores files; all writes to the file store go through here. When a promise resolves, the file is stored.
 */
export function createFiles({ store, work, limits, now }: FileDependencies) {
  const pagePictures = new PagePictures(work);

  /** Reads and stores an uploaded file. Throws as `readUpload` does, and `rate-limited`. */
  async function storeUpload(userId: string, upload: Upload, caller: Caller): Promise<Attachment> {
    const read = await readUpload(upload, work, caller);
    const text = read.kind === 'image' ? null : read.text;
    await limits.bytes.consume(userId, read.bytes.length);
    if (text !== null) await limits.text.consume(userId, Buffer.byteLength(text));
    const attachment: Attachment = {
      ...newFile(cleanFileName(upload.name, NAMELESS[read.kind])),
      kind: read.kind,
      type: read.type,
      size: read.bytes.length,
      ...(read.kind === 'image' && { width: read.width, height: read.height }),
      ...('pages' in read && { pages: read.pages }),
      ...(read.kind === 'pdf' && read.text === '' && { isScanned: true }),
      ...('isCut' in read && read.isCut && { isCut: true }),
    };
    await store.create({ attachment, userId, conversationId: null, createdAt: now() }, read.bytes, text);
    return attachment;
  }

  return {
    storeUpload,

    /** Draws the first pages of a stored PDF of this user, as `PagePictures.of` does. */
    drawPages: (userId: string, id: string, bytes: Uint8Array) => pagePictures.of(id, bytes, userId),

    /**
     * Reads and stores the files in a message's spec fields, picture first. A repeated message would store them again,
     * so check first whether its id is known. Files that no message refers to are purged later.
     */
    async storeInlineFiles(userId: string, inline: InlineFiles, caller: Caller): Promise<Attachment[]> {
      const attachments: Attachment[] = [];
      for (const upload of readInlineFiles(inline)) attachments.push(await storeUpload(userId, upload, caller));
      return attachments;
    },

    /** Copies a file into another account. Null when it does not exist (any more). Throws `rate-limited`. */
    async copyFile(id: string, userId: string): Promise<FileRecord | null> {
      const [file, bytes, text] = [await store.find(id), await store.bytes(id), await store.text(id)];
      if (!file || !bytes) return null;
      await limits.bytes.consume(userId, bytes.length);
      if (text !== null) await limits.text.consume(userId, Buffer.byteLength(text));
      const { name } = file.attachment;
      const attachment: Attachment = { ...file.attachment, ...newFile(name) };
      const copy = { attachment, userId, conversationId: null, createdAt: now() };
      await store.create(copy, bytes, text);
      return copy;
    },

    /** Stores a picture that a model made for this conversation, unchanged, and returns its URL. */
    async storePicture(picture: {
      userId: string;
      conversationId: string;
      bytes: Uint8Array;
      /** The picture's prompt, from which its file name is made. */
      prompt: string;
    }): Promise<string> {
      const { userId, conversationId, bytes, prompt } = picture;
      const { width, height, type, ending } = await readPictureType(bytes);
      const words = prompt.replaceAll(/[/\\.\s]+/g, ' ').trim() || 'picture';
      const attachment: Attachment = {
        ...newFile(cleanFileName(`${words}.${ending}`, `picture.${ending}`)),
        kind: 'image',
        type,
        size: bytes.length,
        width,
        height,
      };
      await store.create({ attachment, userId, conversationId, createdAt: now() }, bytes, null);
      return attachment.url;
    },
  };
}

const NAMELESS = { image: 'picture', text: 'text.txt', pdf: 'document.pdf', office: 'document' };

function newFile(name: string): Pick<Attachment, 'id' | 'name' | 'url'> {
  const id = randomBytes(24).toString('base64url');
  return { id, name, url: fileUrl(id) };
}

async function readPictureType(bytes: Uint8Array) {
  const found = await fileTypeFromBuffer(bytes);
  const size = found?.mime.startsWith('image/') ? await pictureSize(bytes).catch(() => null) : null;
  if (!found || !size) {
    throw new AppError('model-garbled', { message: t`The AI service sent an image we couldn’t read.` });
  }
  return { ...size, type: found.mime, ending: found.ext };
}

function readInlineFiles({ base64ImageDataUri, documentName, documentContent }: InlineFiles): Upload[] {
  const uploads: Upload[] = [];
  if (base64ImageDataUri) {
    const image = readDataUri(base64ImageDataUri);
    if (!image.declaredType.startsWith('image/')) {
      throw new AppError('invalid-request', { message: 'base64ImageDataUri: must be an image' });
    }
    uploads.push({ name: '', ...image });
  }
  if (documentContent) {
    const name = documentName ?? '';
    const document = /^data:[^\s,]*;base64,/.test(documentContent)
      ? readDataUri(documentContent)
      : { declaredType: 'text/plain', bytes: Buffer.from(documentContent) };
    uploads.push({ name, ...document });
  }
  return uploads;
}
