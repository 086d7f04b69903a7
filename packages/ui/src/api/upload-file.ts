import { AppError, fit, t, type Attachment, type UploadResponse } from '@parley/core';
import { TransportError } from './transport-error.ts';
import { readError } from './read-error.ts';
import { LANGUAGE } from './language.ts';

export interface Upload {
  url: string;
  file: Blob;
  bearer: string | null;
  signal: AbortSignal;
  /** Called with the share of bytes sent, from 0 to 1. */
  onProgress?: (share: number) => void;
}

/** Long enough for a slow line to send the bytes buffered by the system, and for the server to check the file. */
const INACTIVITY_MS = 180_000;

/** Uploads a file to attach. Rejects with `invalid-request` if the browser cannot read it. */
export async function uploadFile(upload: Upload): Promise<Attachment> {
  const answer = await sendFile(upload).catch(async (error: unknown) => {
    throw error instanceof TransportError ? ((await readingProblem(upload.file)) ?? error) : error;
  });
  const attachment = readUpload(answer);
  if (!attachment) throw lost();
  return attachment;
}

/**
 * Sends the bytes of a file, and resolves to the answer. Uses XMLHttpRequest, because fetch reports no upload progress.
 */
export function sendFile({ url, file, bearer, signal, onProgress = () => {} }: Upload): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const broken = (): void => reject(lost());
  if (signal.aborted) {
    broken();
    return promise;
  }
  const request = new XMLHttpRequest();
  const abort = (): void => request.abort();
  let silence = setTimeout(abort, INACTIVITY_MS);
  request.open('POST', url);
  request.setRequestHeader('Content-Type', file.type);
  if (bearer !== null) request.setRequestHeader('Authorization', `Bearer ${bearer}`);
  if (LANGUAGE !== 'en') request.setRequestHeader('Accept-Language', LANGUAGE);
  request.upload.addEventListener('progress', ({ loaded, total }) => {
    clearTimeout(silence);
    silence = setTimeout(abort, INACTIVITY_MS);
    onProgress(total > 0 ? loaded / total : 0);
  });
  for (const end of ['error', 'abort', 'timeout']) request.addEventListener(end, broken);
  request.addEventListener('load', () => {
    const { status, responseText } = request;
    if (status < 200 || status > 299) {
      reject(readError(status, responseText, request.getResponseHeader('Retry-After')));
      return;
    }
    resolve(responseText);
  });
  signal.addEventListener('abort', abort);
  request.send(file);
  return promise.finally(() => {
    clearTimeout(silence);
    signal.removeEventListener('abort', abort);
  });
}

/** Why a folder, or a file that was changed or removed after it was chosen, cannot be sent. Null for any other file. */
function readingProblem(file: Blob): Promise<AppError | null> {
  const message = file.type.startsWith('image/') ? t`We couldn’t read this image.` : t`We couldn’t read this document.`;
  const read = file.slice(0, 1).arrayBuffer();
  return read.then(
    () => null,
    () => new AppError('invalid-request', { message }),
  );
}

function lost(): TransportError {
  return new TransportError('The connection to the server was lost.');
}

function readUpload(text: string): Attachment | null {
  try {
    return fit<UploadResponse>(JSON.parse(text), { file: { id: '', kind: '', name: '', size: 0, url: '' } }).file;
  } catch {
    // Not an answer of this server; the caller reports the failed upload.
    return null;
  }
}
