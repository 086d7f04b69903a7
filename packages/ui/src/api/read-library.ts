import { fit, type AttachmentKind, type LibraryQuery, type LibraryResponse, type ShapeOf } from '@parley/core';
import { IncompatibleError } from './incompatible-error.ts';
import type { Responses } from './read-response.ts';

type Read = (name: 'success', path: string) => Promise<Responses['success']>;

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
  nextBefore: (value) => (typeof value === 'string' ? value : null),
};

/** Reads a page of the user's pictures or other files, newest first. Rejects as the API client does. */
export async function readLibrary(read: Read, { kind, before }: LibraryQuery): Promise<LibraryResponse> {
  const query = new URLSearchParams({ kind, ...(before !== undefined && { before }) });
  const answer = await read('success', `/api/files?${query}`);
  try {
    return fit<LibraryResponse>(answer, SHAPE);
  } catch (error) {
    throw new IncompatibleError(error);
  }
}
