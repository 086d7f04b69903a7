import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { fold } from '../../../testing/reply-stream.ts';
import { stalledReader } from '../../../testing/stalled-reader.ts';
import { METRICS_TOKEN, startTestServer, type TestServer } from '../../../testing/test-server.ts';

const MB = 1024 * 1024;
/** How long the readers stop reading. `--all` takes as long as T15 says. */
const SECONDS = process.env['PARLEY_TEST_ALL'] ? 60 : 6;
const PER_SECOND = 15;
const DELTAS = SECONDS * PER_SECOND;
// As long as a reply may be, whatever its pace.
const DELTA = 'words of a long reply, 👋 and some more of them. '.repeat(264 / SECONDS);

let server: TestServer;
/** Lets the model begin to write. */
const begin = Promise.withResolvers<void>();
beforeAll(async () => {
  server = await startTestServer({
    backends: ({ model }) => ({
      model: {
        ...model,
        capabilities: () => model.capabilities(),
        complete: (...request) => model.complete(...request),
        async stream(_request, emit) {
          await begin.promise;
          for (let count = 0; count < DELTAS; count++) {
            await delay(1000 / PER_SECOND);
            emit({ type: 'text', delta: `${count} ${DELTA}` });
          }
          emit({ type: 'end', reason: 'stop' });
        },
      },
    }),
  });
});
afterAll(() => server.close());

/** Serves the API on a Unix socket as well: unlike loopback TCP, it buffers less than one reply. */
async function onUnixSocket(): Promise<{ path: string; responses: ServerResponse[] }> {
  const folder = await mkdtemp(join(tmpdir(), 'parley-unread-'));
  const responses: ServerResponse[] = [];
  const front = createServer(server.handler).on('request', (_, res) => void responses.push(res));
  onTestFinished(async () => {
    front.closeAllConnections();
    front.close();
    await rm(folder, { recursive: true });
  });
  const path = join(folder, 'api.sock');
  await once(front.listen(path), 'listening');
  return { path, responses };
}

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

/** Bytes in use, without garbage. */
function memoryUsed(): number {
  collectGarbage();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

async function openReaders(): Promise<number> {
  const metrics = await fetch(`${server.url}/metrics`, { headers: { Authorization: `Bearer ${METRICS_TOKEN}` } });
  return Number(/^parley_work_running\{kind="readers"\} (\d+)/m.exec(await metrics.text())?.[1]);
}

it(
  'T15: 200 readers that stop reading cost little memory, delay no other reader, and resume byte for byte',
  { timeout: SECONDS * 5_000 + 30_000 },
  async () => {
    const tokens = await Promise.all(Array.from({ length: 4 }, () => server.signUp()));
    const other = await server.signUp();
    const { path, responses } = await onUnixSocket();
    const before = memoryUsed();
    const replies = await Promise.all(tokens.map((token) => server.send(token, { text: 'write' })));
    const ids = await Promise.all(replies.map((reply) => reply.generationId()));
    const readers = tokens.flatMap((token, index) =>
      Array.from({ length: 50 }, () => stalledReader(path, `/api/chat/stream/${ids[index]}?after=-1`, token)),
    );
    await expect.poll(openReaders).toBeGreaterThan(150);
    begin.resolve();
    const times: number[] = [];
    let mostBlocked = 0;
    while (((await server.call('GET', '/api/chat/active', tokens[0])).body.replies as unknown[]).length > 0) {
      const begun = performance.now();
      expect((await server.call('GET', '/api/auth/me', other)).status).toBe(200);
      times.push(performance.now() - begun);
      mostBlocked = Math.max(mostBlocked, responses.filter((res) => res.writableNeedDrain).length);
    }
    expect(times.length).toBeGreaterThan(5);
    expect(mostBlocked).toBeGreaterThan(150);
    // The last event repeats the whole reply. It is only written to readers that have taken everything before it.
    await delay(500);
    expect(responses.filter((res) => res.writableLength < 96 * 1024).length).toBeGreaterThan(150);
    expect(times.toSorted((a, b) => a - b)[times.length >> 1]).toBeLessThan(500);
    expect((memoryUsed() - before) / MB).toBeLessThan(60);
    for (const leave of readers) leave();
    const text = Array.from({ length: DELTAS }, (_, count) => `${count} ${DELTA}`).join('');
    for (const [index, token] of tokens.entries()) {
      const resumed = fold(await (await server.attach(token, ids[index] ?? '', 5)).all());
      expect([resumed.status, resumed.text.length]).toEqual(['complete', text.length]);
      expect(resumed.text === text).toBe(true);
      expect(fold((await replies[index]?.all()) ?? []).text === text).toBe(true);
    }
    await expect.poll(openReaders).toBe(0);
  },
);
