import { fork, type ChildProcess } from 'node:child_process';
import { realpathSync } from 'node:fs';
import { createRequire } from 'node:module';
import { constants, setPriority } from 'node:os';
import { dirname, join } from 'node:path';
import { AppError } from '@parley/core';
import type { PdfAnswer } from './pdf-process.ts';

export interface ReadPdf {
  kind: 'pdf';
  type: 'application/pdf';
  /** As uploaded. */
  bytes: Uint8Array;
  /** The text of the pages, each after a line `[page N]`; empty if there is none, as in a scanned document. */
  text: string;
  /** Total number of pages, read or not. */
  pages: number;
  /** Whether the PDF has more pages or characters than were read. */
  isCut: boolean;
}

/** Processor time for reading one PDF, in milliseconds, including the start of its process. */
const MAX_CPU_MS = 5_000;
/** Timeout in case that the watchdog fails; long enough for a PDF that is within its processor time on a busy machine. */
const MAX_MS = 30_000;
const MAX_HEAP_MB = 256;

const FOLDER = realpathSync(import.meta.dirname);
/** Path of the library with symbolic links resolved, so that no other folder has to be readable. */
const LIBRARY = createRequire(import.meta.url).resolve('unpdf');
/** The only readable paths: a PDF that exploits the reader finds no secret and no database. */
const READABLE = [FOLDER, join(FOLDER, '../../package.json'), dirname(dirname(LIBRARY))];

const running = new Set<ChildProcess>();

// A busy child process does not notice that its parent has exited.
process.once('exit', closePdfReaders);

/**
 * Extracts the text of a PDF in a separate process without an environment, which may only read its own code and is
 * killed when it uses too much memory or more than `maxCpuMs` of processor time.
 */
export async function readPdf(bytes: Uint8Array, maxCpuMs = MAX_CPU_MS): Promise<ReadPdf> {
  const answer = await ask(bytes, maxCpuMs);
  switch (answer.outcome) {
    case 'read':
      return {
        kind: 'pdf',
        type: 'application/pdf',
        bytes,
        text: answer.text,
        pages: answer.pages,
        isCut: answer.isCut,
      };
    case 'encrypted':
      throw new AppError('unsupported-type', {
        message: 'This PDF is password-protected. Remove the password and attach it again.',
      });
    case 'broken':
      throw new AppError('unsupported-type', { message: 'We couldn’t read this PDF.' });
    case 'killed':
      throw new AppError('too-large', { message: 'This PDF is too complex to read.' });
  }
}

/** Kills all running readers at the server's shutdown; their callers get an error. */
export function closePdfReaders(): void {
  for (const child of running) child.kill('SIGKILL');
}

function ask(bytes: Uint8Array, maxCpuMs: number): Promise<PdfAnswer | { outcome: 'killed' }> {
  const child = fork(join(FOLDER, 'pdf-process.ts'), [LIBRARY, String(maxCpuMs)], {
    execArgv: [
      `--max-old-space-size=${MAX_HEAP_MB}`,
      '--permission',
      '--allow-worker',
      ...READABLE.map((path) => `--allow-fs-read=${path}`),
    ],
    env: {},
    stdio: ['pipe', 'ignore', 'ignore', 'ipc'],
  });
  running.add(child);
  const deadline = setTimeout(() => child.kill('SIGKILL'), MAX_MS);
  return new Promise<PdfAnswer | { outcome: 'killed' }>((resolve, reject) => {
    child.once('message', (answer) => resolve(answer as PdfAnswer));
    child.once('exit', (code, signal) => {
      if (signal) resolve({ outcome: 'killed' });
      else reject(new Error(`The process that reads PDFs ended with ${code} and no answer.`));
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
