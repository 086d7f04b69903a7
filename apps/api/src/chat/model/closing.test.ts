import { startSandbox, type Sandbox } from '@parley/sandbox';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { ModelEvent } from './model.ts';
import { asking, modelAt, NEVER, serve } from './testing.ts';

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await startSandbox({ faults: true, delayMs: 2 });
});
afterAll(() => sandbox.close());

function entryFor(mark: string) {
  return sandbox.log().findLast((request) => JSON.stringify(request).includes(mark));
}

describe.each(['responses', 'chat'] as const)('the socket of a %s stream', (api) => {
  const model = () => modelAt(sandbox.urls.openai, { api });

  test.concurrent.for([1, 2, 3, 17, 60])('closes the socket when aborted after event %d', async (count, { expect }) => {
    const mark = `${api} abort ${count}`;
    const controller = new AbortController();
    const events: ModelEvent[] = [];
    const add = (event: ModelEvent) => {
      events.push(event);
      if (events.length === count) controller.abort();
    };
    await model().stream(asking(`[[long 2000]] ${mark}`), add, controller.signal);
    expect(events).toHaveLength(count);
    await vi.waitFor(() => expect(entryFor(mark)).toMatchObject({ closed: true }));
  });

  test.concurrent.for([...fc.sample(fc.integer({ min: 0, max: 60 }), { seed: 7, numRuns: 12 }).entries()])(
    'closes the socket when aborted at any time (%j)',
    async ([index, ms], { expect }) => {
      const mark = `${api} random ${index}.`;
      const events: ModelEvent[] = [];
      const signal = AbortSignal.timeout(ms);
      await model().stream(asking(`[[long 2000]] ${mark}`), (event) => events.push(event), signal);
      expect(events.filter(({ type }) => type === 'end')).toEqual([]);
      await vi.waitFor(() => {
        const entry = entryFor(mark);
        expect(entry === undefined || entry.closed).toBe(true);
      });
    },
  );

  test('closes the socket when a callback throws', async () => {
    const mark = `${api} threw`;
    const fail = () => {
      throw new Error('a bug');
    };
    await expect(model().stream(asking(`[[long 2000]] ${mark}`), fail, NEVER)).rejects.toThrow();
    await vi.waitFor(() => expect(entryFor(mark)).toMatchObject({ closed: true }));
  });

  test('resolves when aborted during a silence', async () => {
    const controller = new AbortController();
    let text = '';
    const add = (event: ModelEvent) => {
      if (event.type === 'text') text += event.delta;
      if (text.trim() === 'This answer follows') setImmediate(() => controller.abort());
    };
    await model().stream(asking('[[stall]]'), add, controller.signal);
    expect(text.trim()).toBe('This answer follows');
  });

  test('closes the socket when aborted before the headers, and resolves without an error', async () => {
    const closed = Promise.withResolvers<void>();
    const controller = new AbortController();
    const server = await serve((_asked, response) => {
      response.once('close', closed.resolve);
      controller.abort();
    });
    const events: ModelEvent[] = [];
    const silent = modelAt(server.baseUrl, { api });
    await silent.stream(asking('hello'), (event) => events.push(event), controller.signal);
    expect(events).toEqual([]);
    await closed.promise;
    expect(server.asked).toHaveLength(1);
    await server.close();
  });

  test('sends no request when it is already aborted', async () => {
    const mark = `${api} never`;
    await model().stream(asking(mark), () => expect.unreachable(), AbortSignal.abort());
    expect(entryFor(mark)).toBeUndefined();
  });
});
