import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import express from 'express';
import { expect, it, onTestFinished } from 'vitest';
import { DEADLINES } from '../../limits/deadlines.ts';
import { testWork } from '../../testing/test-work.ts';
import { LongAnswers } from './long-answers.ts';

const MB = 1024 * 1024;

/** Starts a server whose every answer has eight megabytes. Returns what reads some of them as a user, in milliseconds. */
async function start() {
  const answers = new LongAnswers(testWork(), DEADLINES);
  const bytes = Buffer.alloc(8 * MB);
  const app = express().get('/:user', async (req, res) => {
    res.locals.signedIn = { user: { id: req.params.user } };
    await answers.send(res, async function* (inTurn) {
      yield await inTurn(async () => bytes);
    });
  });
  const server = createServer(app);
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return async (user: string, count: number) => {
    const begun = performance.now();
    for (let n = 0; n < count; n++) {
      expect((await (await fetch(`${url}/${user}`)).arrayBuffer()).byteLength).toBe(8 * MB);
    }
    return performance.now() - begun;
  };
}

it('a user gets 16 MB a second of large answers, without delaying the first one of another user', async () => {
  const read = await start();
  const greedy = read('greedy', 6);
  await read('greedy', 1);
  const other = await read('other', 1);
  const all = await greedy;
  // Of 56 MB, the first four and the last eight come at once.
  expect(all).toBeGreaterThan(((56 - 4 - 8) / 16) * 1000 * 0.9);
  expect(other).toBeLessThan(all / 2);
});
