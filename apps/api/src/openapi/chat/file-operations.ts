import {
  FileTextResponse,
  LibraryQuery,
  LibraryResponse,
  Success,
  UploadQuery,
  UploadResponse,
} from '@parley/core/api';
import type { Operation } from '../operation.ts';

export const FILE_OPERATIONS: Operation[] = [
  {
    method: 'get',
    path: '/api/files',
    operationId: 'listFiles',
    summary: 'List the pictures or the other files in the user’s conversations',
    auth: 'user',
    scope: 'read',
    query: LibraryQuery,
    answer: LibraryResponse,
  },
  {
    method: 'post',
    path: '/api/files',
    operationId: 'uploadFile',
    summary: 'Upload a file to send with a message',
    description:
      'Put the returned ID into the message’s `attachmentIds`. Files that no message uses are removed after a day. The text of a PDF is read up to its 200th page and 200,000 characters; a PDF that needs more than 5 s of processor time or 512 MB of memory gets 413.',
    auth: 'user',
    scope: 'chat',
    query: UploadQuery,
    body: {
      type: '*/*',
      description: 'The bytes of an image, a PDF, a document, a book or text, with its Content-Type.',
    },
    answer: UploadResponse,
  },
  {
    method: 'get',
    path: '/api/files/{id}',
    operationId: 'getFile',
    summary: 'Download a file',
    description:
      'Needs its owner’s token. An image can also be read without a token at the signed address in a message, which is valid for at most a day and renewed in each response.',
    auth: 'anyone',
    scope: 'read',
    answer: { type: '*/*', description: 'The file.' },
  },
  {
    method: 'get',
    path: '/api/files/{id}/text',
    operationId: 'getFileText',
    summary: 'Get a document’s extracted text',
    auth: 'user',
    scope: 'read',
    answer: FileTextResponse,
  },
  {
    method: 'delete',
    path: '/api/files/{id}',
    operationId: 'deleteFile',
    summary: 'Remove a file that hasn’t been sent',
    auth: 'user',
    scope: 'chat',
    answer: Success,
  },
];
