import { fork, type ChildProcess } from 'node:child_process';
import { realpathSync } from 'node:fs';
import { createRequire } from 'node:module';
import { constants, setPriority } from 'node:os';
import { join, sep } from 'node:path';
import { AppError, t } from '@parley/core';
import type { Drawn } from './reader/draw-picture.ts';
import type { MeasuredRecording } from './reader/measure-recording.ts';
import type { DocumentText, DrawnPage, ReaderAnswer, ReaderFormat } from './reader/reader-process.ts';

export interface ReadDocument extends DocumentText {
  kind: 'pdf' | 'office';
  /** As uploaded. */
  bytes: Uint8Array;
}

/** Processor time for reading one file, in milliseconds, including the start of its process. */
const MAX_CPU_MS = 5_000;
/** The same for a photo of a phone, whose decoding takes about two seconds. */
const MAX_PHOTO_CPU_MS = 10_000;
/**
 * Timeout in case that the watchdog fails; long enough for a file that is within its processor time on a busy machine.
 */
const MAX_MS = 30_000;
const MAX_HEAP_MB = 256;

const API = realpathSync(join(import.meta.dirname, '../..'));
const READER = join(API, 'src/files/reader');
/** A library with symbolic links resolved, below the folder of all libraries. */
const LIBRARY = createRequire(import.meta.url).resolve('unpdf');
const LIBRARIES = LIBRARY.slice(0, LIBRARY.indexOf(`${sep}node_modules${sep}`) + `${sep}node_modules`.length);
/** The only readable paths: a file that exploits the reader finds code, but no secret and no database. */
const READABLE = [READER, join(API, 'package.json'), join(API, 'node_modules'), LIBRARIES];

const running = new Set<ChildProcess>();

// A busy child process does not notice that its parent has exited.
process.once('exit', closeReaders);

/** The formats that are read as text. */
type DocumentFormat = Exclude<ReaderFormat, PictureFormat | 'pages' | 'recording'>;
/** Pictures that sharp cannot decode. */
export type PictureFormat = 'svg' | 'bmp' | 'heic';

/**
 * Extracts the text of a document in a separate process without an environment and without a network, which may only
 * read its own code and is killed when it uses too much memory or more than `maxCpuMs` of processor time. Throws
 * `unsupported-type` or `too-large` with a sentence for the user.
 */
export async function readDocument(
  format: DocumentFormat,
  bytes: Uint8Array,
  maxCpuMs = MAX_CPU_MS,
): Promise<ReadDocument | null> {
  const isPdf = format === 'pdf';
  const answer = await ask({ format, bytes, maxCpuMs });
  switch (answer.outcome) {
    case 'read':
      if (!isPdf && answer.document.text === '') throw unsupported(t`This document has no text we can read.`);
      return { kind: isPdf ? 'pdf' : 'office', bytes, ...answer.document };
    case 'unknown':
      return null;
    case 'encrypted':
      throw unsupported(
        isPdf
          ? t`This PDF is password-protected. Remove the password and attach it again.`
          : t`This document is password-protected. Remove the password and attach it again.`,
      );
    case 'too-large':
    case 'killed':
      throw new AppError('too-large', {
        message: isPdf ? t`This PDF is too complex to read.` : t`This document is too complex to read.`,
      });
    default:
      throw unsupported(isPdf ? t`We couldn’t read this PDF.` : t`We couldn’t read this document.`);
  }
}

/** Draws a picture that sharp cannot decode, in the process that reads documents. Throws as `readDocument` does. */
export async function drawPicture(format: PictureFormat, bytes: Uint8Array): Promise<Drawn> {
  const answer = await ask({ format, bytes, maxCpuMs: format === 'heic' ? MAX_PHOTO_CPU_MS : MAX_CPU_MS });
  if (answer.outcome === 'drawn') return answer.picture;
  if (answer.outcome === 'killed' || answer.outcome === 'too-large')
    throw new AppError('too-large', { message: t`This image is too complex to read.` });
  throw unsupported(t`We couldn’t read this image.`);
}

/**
 * Draws the first pages of a PDF in such a process and calls `onPage` with each. Pages that were drawn before a limit
 * was reached count. Throws as `readDocument` does when there is none.
 */
export async function drawPages(bytes: Uint8Array, maxPages: number, onPage: (page: Drawn) => void): Promise<void> {
  let pages = 0;
  const answer = await ask({
    format: 'pages',
    bytes,
    maxPages,
    onPage: (page) => {
      pages++;
      onPage(page);
    },
  });
  if (pages > 0) return;
  if (answer.outcome === 'killed')
    throw new AppError('too-large', { message: t`The pages of this PDF are too complex to draw.` });
  throw unsupported(t`We couldn’t draw the pages of this PDF.`);
}

/** Measures a recording of speech in such a process. Throws as `readDocument` does. */
export async function measureRecording(bytes: Uint8Array): Promise<MeasuredRecording> {
  const answer = await ask({ format: 'recording', bytes });
  if (answer.outcome === 'measured') return answer.recording;
  if (answer.outcome === 'killed')
    throw new AppError('too-large', { message: t`This recording is too complex to read.` });
  throw unsupported(t`We couldn’t read this recording. Record Opus, AAC or PCM as WebM, Ogg, MP4 or WAV.`);
}

function unsupported(message: string): AppError {
  return new AppError('unsupported-type', { message });
}

/** Kills all running readers at the server's shutdown; their callers get an error. */
export function closeReaders(): void {
  for (const child of running) child.kill('SIGKILL');
}

type Answer = ReaderAnswer | { outcome: 'killed' };

interface Task {
  format: ReaderFormat;
  bytes: Uint8Array;
  maxCpuMs?: number;
  maxPages?: number;
  onPage?: (page: Drawn) => void;
}

function ask({ format, bytes, maxCpuMs = MAX_CPU_MS, maxPages = 0, onPage }: Task): Promise<Answer> {
  const child = fork(join(READER, 'reader-process.ts'), [format, String(maxCpuMs), String(maxPages)], {
    execArgv: [
      `--max-old-space-size=${MAX_HEAP_MB}`,
      '--permission',
      '--allow-worker',
      ...READABLE.map((path) => `--allow-fs-read=${path}`),
    ],
    env: {},
    // Pixels are sent as bytes.
    serialization: 'advanced',
    stdio: ['pipe', 'ignore', 'ignore', 'ipc'],
  });
  running.add(child);
  const deadline = setTimeout(() => child.kill('SIGKILL'), MAX_MS);
  return new Promise<Answer>((resolve, reject) => {
    child.on('message', (message: ReaderAnswer | DrawnPage) => {
      if ('page' in message) onPage?.(message.page);
      else resolve(message);
    });
    child.once('exit', (code, signal) => {
      if (signal) resolve({ outcome: 'killed' });
      else reject(new Error(`The process that reads documents ended with ${code} and no answer.`));
    });
    child.once('error', reject);
    child.once('spawn', () => {
      // The child may exit before it has read everything; its message or exit code explains why.
      child.stdin?.on('error', () => {}).end(bytes);
      if (child.pid !== undefined) makeWay(child.pid);
    });
  }).finally(() => {
    clearTimeout(deadline);
    child.kill('SIGKILL');
    running.delete(child);
  });
}

/** Lowers the priority, so that replies win over documents when the CPU is busy. */
function makeWay(pid: number): void {
  try {
    setPriority(pid, constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // The process has already ended, or the system does not allow it.
  }
}
