import { z } from 'zod';
import { Success, Time } from '../response.ts';

/** An uploaded file after it was checked and read, as every client sees it. */
export const Attachment = z.object({
  id: z.string(),
  kind: z
    .enum(['image', 'text', 'pdf', 'office'])
    .describe('Detected from the bytes. `office`: documents, spreadsheets, presentations and books.'),
  name: z.string(),
  type: z.string().describe('MIME type, detected from the bytes.'),
  size: z.number().describe('Bytes.'),
  url: z.string().describe('Of a picture: a signed address; of a document: only its owner can read it.'),
  width: z.exactOptional(z.number()).describe('Of a picture, in pixels.'),
  height: z.exactOptional(z.number()),
  pages: z.exactOptional(z.number()).describe('Of a PDF.'),
  isScanned: z.exactOptional(z.boolean()).describe('A PDF without readable text: its pages are pictures.'),
  isCut: z.exactOptional(z.boolean()).describe('Only the beginning of the text was read.'),
});
export type Attachment = z.infer<typeof Attachment>;

/** How a file is read. */
export type AttachmentKind = Attachment['kind'];

/** POST /api/files with the bytes as the body. */
export const UploadQuery = z.object({ name: z.string().optional() });
export const UploadResponse = Success.extend({ file: Attachment });
export type UploadResponse = z.infer<typeof UploadResponse>;

/** GET /api/files/{id}/text */
export const FileTextResponse = Success.extend({ text: z.string(), isCut: z.boolean() });
export type FileTextResponse = z.infer<typeof FileTextResponse>;

/** GET /api/files */
export const LibraryQuery = z.object({
  kind: z.enum(['pictures', 'documents']).describe('`documents`: every file that is no picture.'),
  before: z.exactOptional(z.string().max(200)).describe('`nextBefore` of the previous page.'),
});
export type LibraryQuery = z.infer<typeof LibraryQuery>;

export const LibraryFile = Attachment.extend({
  conversationId: z.string().describe('A conversation with this file.'),
  createdAt: Time,
});
export type LibraryFile = z.infer<typeof LibraryFile>;

export const LibraryResponse = Success.extend({
  files: z.array(LibraryFile).describe('Newest first.'),
  nextBefore: z.string().nullable(),
});
export type LibraryResponse = z.infer<typeof LibraryResponse>;
