import { AppError, type LibraryFile, type LibraryQuery, type LibraryResponse } from '@parley/core';
import type { FileStore, LibraryPage, LibraryRecord } from '../storage/storage.ts';
import type { PictureAddresses } from './picture-addresses.ts';

const PAGE = 30;
const CURSOR = /^(\d{1,15})\.([\w-]{1,100})$/;

/** One page of a user's pictures or other files, newest first. Throws `invalid-request` for an unknown cursor. */
export async function readLibrary(
  store: Pick<FileStore, 'library'>,
  pictures: Pick<PictureAddresses, 'attachment'>,
  userId: string,
  { kind, before }: LibraryQuery,
): Promise<LibraryResponse> {
  const page: LibraryPage = { pictures: kind === 'pictures', limit: PAGE + 1 };
  if (before !== undefined) page.before = parseCursor(before);
  const found = await store.library(userId, page);
  const shown = found.slice(0, PAGE);
  const last = shown.at(-1);
  const present = ({ attachment, conversationId, createdAt }: LibraryRecord): LibraryFile => ({
    ...pictures.attachment(attachment, userId),
    conversationId,
    createdAt: new Date(createdAt).toISOString(),
  });
  return {
    success: true,
    files: shown.map(present),
    nextBefore: last && found.length > PAGE ? `${last.createdAt}.${last.attachment.id}` : null,
  };
}

function parseCursor(text: string): { createdAt: number; id: string } {
  const [, createdAt, id] = CURSOR.exec(text) ?? [];
  if (createdAt === undefined || id === undefined) throw new AppError('invalid-request');
  return { createdAt: Number(createdAt), id };
}
