import { setTimeout as delay } from 'node:timers/promises';
import { AppError, type StatusPart } from '@parley/core';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { openStorage } from '../storage/open-storage.ts';
import { createKey } from '../api-keys/testing.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';
import { HealthLog } from './health-log.ts';
import { Status, type StatusDependencies } from './status.ts';

const MINUTE = 60_000;

describe('the health log of a part', () => {
  it('the log holds an hour of minutes, the current one last, and drops older ones', () => {
    const log = new HealthLog();
    log.add('operational', 0);
    log.add('down', 59 * MINUTE, 'It broke.');
    expect(log.lastHour(59 * MINUTE)).toEqual(['operational', ...Array(58).fill('none'), 'down']);
    expect(log.lastHour(60 * MINUTE).slice(-2)).toEqual(['down', 'none']);
    expect(log.latest(60 * MINUTE)).toEqual({ status: 'down', reason: 'It broke.' });
    expect(log.latest(59 * MINUTE + 60 * MINUTE)).toBeNull();
  });

  it('a minute with both successes and failures is degraded', () => {
    const log = new HealthLog();
    log.add('down', 0, 'It broke.');
    log.add('operational', 1);
    expect(log.latest(2)).toEqual({ status: 'degraded', reason: 'It broke.' });
    log.add('operational', MINUTE);
    expect(log.latest(MINUTE)).toEqual({ status: 'operational' });
  });

  it('the log stays bounded', () => {
    const log = new HealthLog();
    for (let minute = 0; minute < 10_000; minute++) log.add('operational', minute * MINUTE);
    expect(log.lastHour(9_999 * MINUTE)).toEqual(Array(60).fill('operational'));
  });
});

const WORKS = async () => ({ ok: true });
const BACKENDS = {
  model: { capabilities: async () => ({ answers: await WORKS() }) },
  imageModel: { capability: WORKS },
  models: { all: [] },
} as unknown as StatusDependencies['backends'];

describe('storage', () => {
  /** Measures a storage whose ping takes this many milliseconds. */
  async function measure(ping: () => Promise<void>, took: number): Promise<StatusPart | undefined> {
    let clock = 0;
    vi.spyOn(performance, 'now').mockImplementation(() => clock);
    const slowPing = () => ping().finally(() => (clock += took));
    const parts = await new Status({ storage: { ping: slowPing }, backends: BACKENDS, now: () => MINUTE }).report();
    vi.restoreAllMocks();
    return parts.find(({ id }) => id === 'storage');
  }

  it('storage that takes more than a second is degraded, and storage that fails is down', async () => {
    expect(await measure(async () => {}, 900)).toMatchObject({ status: 'operational' });
    expect(await measure(async () => {}, 1100)).toMatchObject({ status: 'degraded' });
    expect(await measure(() => Promise.reject(new Error('gone')), 0)).toMatchObject({ status: 'down' });
  });
});

it('a server that is too busy to respond is degraded, until a minute in which it is not', async () => {
  let now = 0;
  const status = new Status({ storage: { ping: async () => {} }, backends: BACKENDS, now: () => now });
  const api = async () => (await status.report()).find(({ id }) => id === 'api');
  await delay(50);
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1_200);
  await delay(50);
  expect(await api()).toMatchObject({ status: 'degraded', reason: 'The server is busy and slow to respond.' });
  // This machine itself may be too busy for a minute.
  const later = async () => {
    now += MINUTE;
    await delay(50);
    return api();
  };
  await expect.poll(later).toMatchObject({ status: 'operational' });
});

describe('GET /api/status', () => {
  let server: TestServer;
  afterEach(() => server.close());

  async function parts(): Promise<Record<string, StatusPart>> {
    const { status, body } = await server.call('GET', '/api/status');
    expect(status).toBe(200);
    return Object.fromEntries((body.parts as StatusPart[]).map((part) => [part.id, withoutLoad(part)]));
  }

  /** The part, as it is on a machine that does nothing else. */
  function withoutLoad({ reason, ...part }: StatusPart): StatusPart {
    if (reason === 'The server is busy and slow to respond.') return { ...part, status: 'operational' };
    return reason === undefined ? part : { ...part, reason };
  }

  it('publicly reports each part’s health and which parts were not measured', async () => {
    server = await startTestServer();
    const { web, api, image, model, storage } = await parts();
    expect([api, image, model, storage].map((part) => part?.status)).toEqual(Array(4).fill('operational'));
    expect(web).toEqual({ id: 'web', label: 'Web App', status: null, lastHour: Array(60).fill('none') });
    expect(model?.lastHour).toHaveLength(60);
    expect(model?.lastHour.at(-1)).toBe('operational');
  });

  it('reports the model as degraded after a failed reply, with the reason, until the next minute', async () => {
    let now = Date.now();
    server = await startTestServer({ now: () => now });
    const token = await server.signUp();
    await (await server.send(token, { text: '[[500]]' })).all();
    await expect(parts()).resolves.toMatchObject({
      model: { status: 'degraded', reason: expect.stringMatching(/\S/) },
      image: { status: 'operational' },
    });
    now += MINUTE;
    await (await server.send(token, { text: 'What is 6 * 7?' })).all();
    const { model } = await parts();
    expect(model).not.toHaveProperty('reason');
    expect(model?.lastHour.slice(-2)).toEqual(['degraded', 'operational']);
  });

  it('ignores a reply that its user stopped', async () => {
    server = await startTestServer({ delayMs: 20 });
    const token = await server.signUp();
    const reply = await server.send(token, { text: '[[long 500]]' });
    await server.stop(token, reply);
    await reply.all();
    expect((await parts()).model?.status).toBe('operational');
  });

  it('ignores a failure that the message caused', async () => {
    const stream = () => Promise.reject(new AppError('model-out-of-room'));
    server = await startTestServer({ backends: (own) => ({ model: { ...own.model, stream } }) });
    await (await server.send(await server.signUp(), { text: 'Think about everything' })).all();
    expect((await parts()).model?.status).toBe('operational');
  });

  it('explains a missing image model, and a request for a picture breaks nothing else', async () => {
    const reason = 'Pictures need an image model.';
    server = await startTestServer({
      backends: () => ({
        imageModel: {
          capability: async () => ({ ok: false, reason }),
          draw: () => Promise.reject(new AppError('model-failed')),
        },
      }),
    });
    const asked = await server.send(await server.signUp(), { text: 'a fox', selectedTool: 'image' });
    expect(asked.status).toBe(503);
    expect(await parts()).toMatchObject({ image: { status: 'down', reason }, api: { status: 'operational' } });
  });

  it('reports a server that briefly rejects requests because of load as operational', async () => {
    server = await startTestServer();
    const token = await server.signUp();
    await server.replies.drain(AbortSignal.abort());
    const refused = await server.call('POST', '/api/onboarding/demo', token, { goal: 'writing' });
    expect([refused.status, refused.headers.get('Retry-After')]).toEqual([503, '5']);
    expect((await parts()).api).toMatchObject({ status: 'operational' });
  });

  it.each([
    ['[[401]]', true],
    ['[[500]]', false],
  ])(
    'a model that fails a program with %s (stream: %s) is no failure of the API or the web app',
    async (content, stream) => {
      server = await startTestServer();
      const { secret } = await createKey(server, await server.signUp());
      const body = { model: 'normal', stream, messages: [{ role: 'user', content }] };
      expect((await server.call('POST', '/v1/chat/completions', secret, body)).status).toBe(502);
      expect(await parts()).toMatchObject({ api: { status: 'operational' }, web: { status: null } });
    },
  );

  it('reports failed requests as a degraded API, with the reason', async () => {
    const kept = await openStorage('sqlite::memory:', { filesDir: '/nowhere' });
    const list = () => Promise.reject(new TypeError('undefined is not a function'));
    server = await startTestServer({ storage: { ...kept, conversations: { ...kept.conversations, list } } });
    const failed = await server.call('GET', '/api/chat/history', await server.signUp());
    expect(failed.status).toBe(500);
    expect((await parts()).api).toMatchObject({ status: 'degraded', reason: 'Requests are failing.' });
  });

  it('measures at most once a minute, however often it is called', async () => {
    let now = Date.now();
    let asked = 0;
    server = await startTestServer({
      now: () => now,
      backends: ({ imageModel }) => ({
        imageModel: {
          draw: (request, signal) => imageModel.draw(request, signal),
          capability: () => {
            asked += 1;
            return imageModel.capability();
          },
        },
      }),
    });
    await Promise.all([parts(), parts(), parts()]);
    now += MINUTE - 1;
    await parts();
    expect(asked).toBe(1);
    now += 1;
    await parts();
    expect(asked).toBe(2);
  });
});
