import { execFileSync } from 'node:child_process';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, describe, expect, it } from 'vitest';
import { closeReaders, readDocument } from './read-document.ts';
import { drawText, ENCRYPTED, makeAnnotatedPdf, makeEastAsianPdf, makePdf } from './testing/make-pdf.ts';

const MB = 1024 * 1024;
/** Timeout for tests that read PDFs for seconds of processor time. */
const PATIENCE_MS = 60_000;

afterAll(closeReaders);

async function readPdf(bytes: Uint8Array, maxCpuMs?: number) {
  const document = await readDocument('pdf', bytes, maxCpuMs);
  if (!document) throw new Error('not recognized');
  return document;
}

/** Process ID of this process's newest running reader. */
function runningReader(): number {
  const processes = execFileSync('ps', ['-A', '-o', 'pid=,ppid=,args='], { encoding: 'utf8' }).split('\n');
  // One of an earlier test may still be ending.
  const reader = processes.findLast((line) => line.includes(` ${process.pid} `) && line.includes('reader-process.ts'));
  return Number.parseInt(reader ?? '', 10);
}

describe('a PDF', () => {
  it('reads a PDF page by page, each after a page mark', async () => {
    const bytes = makePdf({ content: drawText('Hello Mira', 'A second line'), pages: 2 });
    expect(await readPdf(bytes)).toEqual({
      kind: 'pdf',
      type: 'application/pdf',
      bytes,
      text: '[page 1]\nHello Mira\nA second line\n\n[page 2]\nHello Mira\nA second line',
      pages: 2,
      isCut: false,
    });
  });

  it.each([
    ['Shift JIS', '90ms-RKSJ-H', 'Japan1', [0x93, 0xfa, 0x96, 0x7b, 0x8c, 0xea], '日本語'],
    ['the numbers of Adobe’s characters', 'Identity-H', 'Japan1', [0x0d, 0xd6, 0x0d, 0xd6], '符符'],
    ['GBK', 'GBK-EUC-H', 'GB1', [0xd6, 0xd0, 0xce, 0xc4], '中文'],
    ['a Korean encoding of Windows', 'KSCms-UHC-H', 'Korea1', [0xc7, 0xd1, 0xb1, 0xb9], '한국'],
  ])('reads words in %s, in a font that is not in the PDF', async (_name, encoding, ordering, words, text) => {
    const bytes = makeEastAsianPdf(encoding, ordering, Uint8Array.from(words));
    expect((await readPdf(bytes)).text).toBe(`[page 1]\n${text}`);
  });

  it('reads what was filled in, typed over and noted, and nothing hidden', async () => {
    const field = '/Subtype /Widget /FT';
    const bytes = makeAnnotatedPdf([
      `${field} /Tx /T (f1_01) /TU (Full name) /V (Ada Lovelace)`,
      `${field} /Tx /T (empty)`,
      `${field} /Tx /T (secret) /V (1234) /Ff 8192`,
      `${field} /Tx /T (unseen) /V (5678) /F 2`,
      `${field} /Btn /T (agree) /V /Yes /AS /Yes /AP << /N << /Yes null /Off null >> >>`,
      `${field} /Btn /T (refuse) /V /Off /AS /Off /AP << /N << /Yes null /Off null >> >>`,
      `${field} /Ch /T (country) /V (no) /Opt [[(no) (Norway)] [(cl) (Chile)]]`,
      '/Subtype /FreeText /Contents (typed over it)',
      '/Subtype /Highlight /QuadPoints [50 620 90 620 50 600 90 600] /Contents (Is this right?) /T (Mira)',
      '/Subtype /Popup /Contents (Is this right?) /Parent 14 0 R',
      '/Subtype /Link /Contents (a link)',
    ]);
    const { text } = await readPdf(bytes);
    expect(text.split('\n').toSorted()).toEqual([
      'Name:',
      '[comment] Mira: Is this right?',
      '[field Full name] Ada Lovelace',
      '[field agree] Yes',
      '[field country] Norway',
      '[page 1]',
      '[text] typed over it',
    ]);
  });

  it('reads no text from a PDF whose pages are pictures', async () => {
    expect(await readPdf(makePdf({ content: Buffer.from('0 0 50 50 re f'), pages: 2 }))).toMatchObject({
      text: '',
      pages: 2,
    });
  });

  it(
    'reads a PDF of 10,000 pages up to the 200th, and marks it as cut',
    async () => {
      const { text, pages, isCut } = await readPdf(makePdf({ pages: 10_000 }));
      expect({ pages, isCut }).toEqual({ pages: 10_000, isCut: true });
      expect(text).toContain('[page 200]\nHello Mira');
      expect(text).not.toContain('[page 201]');
      expect(text).toMatch(/\n\n\[Left out, because only the first 200 pages are read: pages 201 to 10000\.\]$/);
    },
    PATIENCE_MS,
  );

  it.skipIf(process.platform === 'win32')(
    'reads a PDF whose process waits for the processor for longer than its processor time',
    async () => {
      const reading = readPdf(makePdf());
      const child = runningReader();
      process.kill(child, 'SIGSTOP');
      await delay(6_000);
      process.kill(child, 'SIGCONT');
      expect((await reading).text).toBe('[page 1]\nHello Mira');
    },
    PATIENCE_MS,
  );

  it(
    'reads a PDF up to 200,000 characters, and marks it as cut',
    async () => {
      const content = drawText(...Array.from({ length: 14 }, () => 'word '.repeat(20)));
      const { text, isCut } = await readPdf(makePdf({ content, pages: 200 }));
      const [read = '', rest] = text.split('\n\n[Left out, because only 200,000 characters are read: ');
      expect({ length: read.length, isCut }).toEqual({ length: 200_000, isCut: true });
      expect(rest).toMatch(/^the rest of page \d+ and pages \d+ to 200\.\]$/);
    },
    PATIENCE_MS,
  );

  it('rejects a PDF with a password and says what to do', async () => {
    await expect(readPdf(makePdf({ trailer: ENCRYPTED }))).rejects.toMatchObject({
      code: 'unsupported-type',
      message: 'This PDF is password-protected. Remove the password and attach it again.',
    });
  });

  it('rejects a broken PDF', async () => {
    await expect(readPdf(Buffer.from('%PDF-1.7 and nothing else'))).rejects.toMatchObject({
      code: 'unsupported-type',
      message: 'We couldn’t read this PDF.',
    });
  });

  it.each([
    ['blanks', ' '],
    ['text', drawText('Hello Mira').toString()],
  ])(
    'aborts a PDF of 1 MB that holds 400 MB of %s, and frees its memory',
    async (_what, filling) => {
      const bomb = makePdf({ content: Buffer.alloc(400 * MB, filling) });
      expect(bomb.length).toBeLessThan(2 * MB);
      const before = process.memoryUsage.rss();
      await expect(readPdf(bomb)).rejects.toMatchObject({
        code: 'too-large',
        message: 'This PDF is too complex to read.',
      });
      expect(process.memoryUsage.rss() - before).toBeLessThan(100 * MB);
    },
    PATIENCE_MS,
  );

  it(
    'aborts a PDF that takes too much processor time',
    async () => {
      // Takes a second or two.
      const slow = makePdf({ content: Buffer.alloc(16 * 1024, 'q ') });
      await expect(readPdf(slow, 100)).rejects.toMatchObject({
        code: 'too-large',
        message: 'This PDF is too complex to read.',
      });
      expect(await readPdf(slow, PATIENCE_MS)).toMatchObject({ kind: 'pdf' });
    },
    PATIENCE_MS,
  );
});

describe('many PDFs', () => {
  it('aborts all PDFs when the server shuts down', async () => {
    const reading = readPdf(makePdf({ content: Buffer.alloc(50 * MB, 'q ') }));
    await Promise.resolve();
    closeReaders();
    await expect(reading).rejects.toMatchObject({ code: 'too-large' });
  });
});
