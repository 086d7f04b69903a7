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
  /** As it was sent. */
  bytes: Uint8Array;
  /** The text of its pages, each after a line `[page N]`; empty when there is none, as in a scanned document. */
  text: string;
  /** All of them, read or not. */
  pages: number;
  /** Whether there are more pages or characters than are read. */
  isCut: boolean;
}

/** Of reading one PDF, with the start of the process that reads it. */
const MAX_MS = 5_000;
const MAX_HEAP_MB = 256;

const FOLDER = realpathSync(import.meta.dirname);
/** Where the process finds the library: with links resolved, so that nothing else has to be readable on the way. */
const LIBRARY = createRequire(import.meta.url).resolve('unpdf');
/** All that it may read: a PDF that takes it over finds no secret and no database. */
const READABLE = [FOLDER, join(FOLDER, '../../package.json'), dirname(dirname(LIBRARY))];

const running = new Set<ChildProcess>();

// A child that is busy does not notice that its parent is gone.
process.once('exit', closePdfReaders);

/**
 * The text of a PDF, read by a process of its own that has no environment, may do nothing but read its own code, and is
 * killed when it takes too much memory or more than `maxMs`.
 */
export async function readPdf(bytes: Uint8Array, maxMs = MAX_MS): Promise<ReadPdf> {
  const answer = await ask(bytes, maxMs);
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
        message: 'This PDF is protected by a password. Please remove it and attach the file again.',
      });
    case 'broken':
      throw new AppError('unsupported-type', { message: 'This PDF could not be read.' });
    case 'killed':
      throw new AppError('too-large', { message: 'This PDF is too complex to read.' });
  }
}

/** Kills what is still reading; its callers are told that their PDF could not be read. For the end of the server. */
export function closePdfReaders(): void {
  for (const child of running) child.kill('SIGKILL');
}

function ask(bytes: Uint8Array, maxMs: number): Promise<PdfAnswer | { outcome: 'killed' }> {
  const child = fork(join(FOLDER, 'pdf-process.ts'), [LIBRARY], {
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
  const deadline = setTimeout(() => child.kill('SIGKILL'), maxMs);
  return new Promise<PdfAnswer | { outcome: 'killed' }>((resolve, reject) => {
    child.once('message', (answer) => resolve(answer as PdfAnswer));
    child.once('exit', (code, signal) => {
      if (signal) resolve({ outcome: 'killed' });
      else reject(new Error(`The process that reads PDFs ended with ${code} and no answer.`));
    });
    child.once('error', reject);
    child.once('spawn', () => {
      // Its end may come before it has read everything; what it says or its exit tells why.
      child.stdin?.on('error', () => {}).end(bytes);
      if (child.pid !== undefined) makeWay(child.pid);
    });
  }).finally(() => {
    clearTimeout(deadline);
    child.kill('SIGKILL');
    running.delete(child);
  });
}

/** Replies come before documents where both want the processor. */
function makeWay(pid: number): void {
  try {
    setPriority(pid, constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // It has already ended, or this system does not allow it.
  }
}
