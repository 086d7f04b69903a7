import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readUpload } from './read-upload.ts';
import { makePdf } from './testing/make-pdf.ts';
import { makeBlackPng } from './testing/make-pictures.ts';

const MB = 1024 * 1024;

const server = createServer((_req, res) => res.end('ok'));
beforeAll(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)));
afterAll(() => new Promise((resolve) => server.close(resolve)));

it('everybody else is answered while bombs and large pictures are read', async () => {
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const bomb = makePdf({ content: Buffer.alloc(400 * MB, ' ') });
  const large = makeBlackPng(6000, 6000);
  let isReading = true;
  const reading = Promise.allSettled([
    ...Array.from({ length: 2 }, () => readUpload({ declaredType: 'application/pdf', bytes: bomb })),
    ...Array.from({ length: 4 }, () => readUpload({ declaredType: 'image/png', bytes: large })),
  ]).finally(() => (isReading = false));

  const times: number[] = [];
  while (isReading) {
    const start = performance.now();
    await (await fetch(url)).text();
    times.push(performance.now() - start);
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
  const outcomes = (await reading).map(({ status }) => status);
  expect(outcomes).toEqual([...Array(2).fill('rejected'), ...Array(4).fill('fulfilled')]);
  expect(times.length).toBeGreaterThan(100);
  const p99 = times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.99)];
  expect(p99, `of ${times.length} requests`).toBeLessThan(200);
});
