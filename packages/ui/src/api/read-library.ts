import { textOrNull, type AttachmentKind, type LibraryQuery, type LibraryResponse, type ShapeOf } from '@parley/core';
import type { Read } from './create-transport.ts';

const SHAPE: ShapeOf<LibraryResponse> = {
  files: [
    {
      id: '',
      kind: (value) => value as AttachmentKind,
      name: '',
      size: 0,
      url: '',
      conversationId: '',
      createdAt: '',
    },
  ],
  nextBefore: textOrNull,
};

/** Reads a page of the user's pictures or other files, newest first. Rejects as the API client does. */
export function readLibrary(read: Read, { kind, before }: LibraryQuery): Promise<LibraryResponse> {
  const query = new URLSearchParams({ kind, ...(before !== undefined && { before }) });
  return read(SHAPE, `/api/files?${query}`);
}
