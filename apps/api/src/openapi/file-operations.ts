import { FileTextResponse, Success, UploadQuery, UploadResponse } from '@parley/core/api';
import type { Operation } from './operation.ts';

export const FILE_OPERATIONS: Operation[] = [
  {
    method: 'post',
    path: '/api/files',
    summary: 'Upload a file to send with a message',
    description:
      'The id of the answer goes into `attachmentIds` of the message. What no message takes is removed after a day.',
    auth: 'user',
    query: UploadQuery,
    body: { type: '*/*', description: 'The bytes of a picture, a text or a PDF, with its own Content-Type.' },
    answer: UploadResponse,
  },
  {
    method: 'get',
    path: '/api/files/{id}',
    summary: 'The bytes of a file',
    description:
      'Answers its owner. A picture also answers without a token at the address that a message gives, which is signed for at most a day and comes anew with each answer.',
    auth: 'anyone',
    answer: { type: '*/*', description: 'The file.' },
  },
  {
    method: 'get',
    path: '/api/files/{id}/text',
    summary: 'The text that was read from a document',
    auth: 'user',
    answer: FileTextResponse,
  },
  {
    method: 'delete',
    path: '/api/files/{id}',
    summary: 'Remove a file that was not sent yet',
    auth: 'user',
    answer: Success,
  },
];
