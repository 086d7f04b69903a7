import { setTimeout as pause } from 'node:timers/promises';
import { expect } from '@playwright/test';
import { signUp, type Account } from './support/account.ts';
import { encryptedPdf, hugePicture, MB, pdfBomb, pictureFile, textFile, type TestFile } from './support/files.ts';
import { median, p99, timesDuring } from './support/stack/latency.ts';
import type { Stack } from './support/stack/stack.ts';
import { visitorTest } from './support/test.ts';
import { askWithFiles, sendFile } from './support/pages/upload.ts';

const ROUNDS = 3;
/** Milliseconds in which a response is fast, and how many times as long as on the quiet server it may take. */
const [FAST, SLOWER] = [200, 10];

const CODE = ['[[fast]] [[echo]]', '```', ...Array.from({ length: 10_000 }, (_, row) => `row${row}();`), '```js'].join(
  '\n',
);

/** Sends every kind of bad input at once and returns the status of each upload. */
async function doEverythingBad(stack: Stack, [account, other]: [Account, Account], bomb: TestFile): Promise<number[]> {
  const files = [
    [account, bomb],
    [account, hugePicture()],
    [account, textFile('', 'empty.txt')],
    [other, { name: 'large.pdf', mimeType: 'application/pdf', buffer: Buffer.alloc(25 * MB) }],
    [other, encryptedPdf()],
    [other, { ...(await pictureFile('png', { width: 6000, height: 6000 })), mimeType: 'image/jpeg' }],
  ] as const;
  const [statuses] = await Promise.all([
    Promise.all(
      files.map(async ([from, file]) => {
        const response = await sendFile(stack, from, file);
        await response.arrayBuffer();
        return response.status;
      }),
    ),
    askWithFiles(stack, account, `[[fast]] ${'tangerine '.repeat(20_000)}`.slice(0, 200_000), []),
    askWithFiles(stack, other, CODE, []),
  ]);
  return statuses;
}

visitorTest('responses to other users stay fast while one user sends bad input', { tag: '@all' }, async ({ stack }) => {
  const [first, second, neighbour] = [await signUp(stack), await signUp(stack), await signUp(stack)];
  await neighbour.messagesUsed();
  const bomb = pdfBomb();
  const quiet = p99(await timesDuring(pause(2000), () => neighbour.messagesUsed()));
  const rounds: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const work = doEverythingBad(stack, [first, second], bomb);
    const times = await timesDuring(work, () => neighbour.messagesUsed());
    // The last one is a picture, whatever type it claims.
    expect(await work).toEqual([413, 413, 400, 413, 415, 200]);
    expect(times.length).toBeGreaterThan(100);
    rounds.push(p99(times));
  }
  const measured = `p99 of the rounds: ${rounds.map(Math.round).join(', ')} ms, of the quiet server: ${quiet} ms`;
  expect(median(rounds), measured).toBeLessThan(Math.max(FAST, SLOWER * quiet));
});
