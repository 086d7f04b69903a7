import { request } from 'node:http';
import { expect, test } from 'vitest';
import { startSandbox } from './start.ts';

test('the home page lists the stand-ins and escapes the operator’s name', async () => {
  await using sandbox = await started({ productName: '<b>&' });
  const page = await fetch(sandbox.urls.home);
  expect(page.headers.get('content-type')).toContain('text/html');
  const html = await page.text();
  expect(html).toContain('&#60;b&#62;&#38; sandbox');
  expect(html).toContain(sandbox.urls.openai);
  expect(html).toContain(`<code>${sandbox.urls.search}</code>`);
  expect(html).not.toContain('[[429]]');
});

test('an idle connection stays open longer than clients reuse it', async () => {
  await using sandbox = await started({});
  expect((await fetch(sandbox.urls.home)).headers.get('keep-alive')).toBe('timeout=130');
});

test('the home page lists the scenario words while faults are on', async () => {
  await using sandbox = await started({ faults: true });
  const html = await (await fetch(sandbox.urls.home)).text();
  for (const word of ['[[429]]', '[[nosearch]]', '[[empty]]']) expect(html).toContain(word);
});

test('the log contains requests to the model until a reset', async () => {
  await using sandbox = await started({ now: () => Date.UTC(2026, 10, 21) });
  await fetch(`${sandbox.urls.openai}/responses`, {
    method: 'POST',
    headers: { authorization: 'Bearer key' },
    body: JSON.stringify({ model: 'demo', input: '1 + 1', instructions: 'Be kind.' }),
  });
  const log = async () => (await fetch(`${sandbox.urls.home}__sandbox/log`)).json() as Promise<unknown>;
  await expect.poll(log).toEqual([
    {
      id: 'req_1',
      kind: 'reply',
      time: '2026-11-21T00:00:00.000Z',
      method: 'POST',
      path: '/openai/v1/responses',
      model: 'demo',
      stream: false,
      input: '1 + 1',
      instructions: 'Be kind.',
      status: 200,
      deltas: 0,
      ended: true,
      billed: { inputTokens: 4, outputTokens: 4, reasoningTokens: 0, searches: 0 },
    },
  ]);
  await fetch(`${sandbox.urls.home}__sandbox/reset`, { method: 'POST' });
  expect(await log()).toEqual([]);
});

test('definitions of functions, their calls and results are billed as input', async () => {
  await using sandbox = await started();
  const ask = async (more: object) => {
    const answer = await fetch(`${sandbox.urls.openai}/responses`, {
      method: 'POST',
      headers: { authorization: 'Bearer key' },
      body: JSON.stringify({ model: 'demo', ...more }),
    });
    return ((await answer.json()) as { usage: { input_tokens: number } }).usage.input_tokens;
  };
  const call = { type: 'function_call', call_id: 'c', name: 'area', arguments: '{"side":12}' };
  const result = { type: 'function_call_output', call_id: 'c', output: '144 square miles' };
  const question = { role: 'user', content: 'How large?' };
  const parameters = { type: 'object', properties: { side: { type: 'number' } } };
  const tools = [{ type: 'function', name: 'area', description: 'The area of a square.', parameters }];
  expect(await ask({ input: [question] })).toBe(3);
  expect(await ask({ input: [question], tools })).toBe(23);
  expect(await ask({ input: [question, call, result], tools })).toBe(31);
});

test('the log keeps the last 500 requests', async () => {
  await using sandbox = await started();
  const ask = () => fetch(`${sandbox.urls.openai}/responses`, { method: 'POST', body: '{}' }).then((it) => it.text());
  for (let batch = 0; batch < 51; batch++) await Promise.all(Array.from({ length: 10 }, ask));
  expect(sandbox.log()).toHaveLength(500);
  expect(sandbox.log().at(-1)?.id).toBe('req_510');
});

test('the sandbox answers 404 for a path without a stand-in', async () => {
  await using sandbox = await started();
  expect((await fetch(`${sandbox.urls.home}nothing`)).status).toBe(404);
  expect((await fetch(sandbox.urls.home, { method: 'POST' })).status).toBe(404);
});

test.each([
  [{ host: 'evil.example' }, 403],
  [{ host: 'localhost', origin: 'https://evil.example' }, 403],
  [{ host: 'localhost', origin: 'https://parley.example' }, 200],
  [{ host: '127.0.0.1', origin: 'http://localhost:3000' }, 200],
])('answers %j with %i at every stand-in', async (headers, status) => {
  await using sandbox = await started({ publicUrl: 'https://parley.example' });
  const { home, apple, mail, stripe } = sandbox.urls;
  for (const url of [home, `${home}__sandbox/log`, `${apple}/auth/keys`, mail, `${stripe}/stripe`]) {
    const { promise, resolve, reject } = Promise.withResolvers<number | undefined>();
    request(url, { headers }, (response) => resolve(response.resume().statusCode))
      .on('error', reject)
      .end();
    expect(`${url} ${await promise}`).toBe(`${url} ${status}`);
  }
});

test('startSandbox rejects when the port is taken', async () => {
  await using sandbox = await started();
  await expect(startSandbox({ port: sandbox.port })).rejects.toThrow('EADDRINUSE');
});

test('closing the sandbox ends open streams at once', async () => {
  await using sandbox = await started({ faults: true });
  const answer = await fetch(`${sandbox.urls.openai}/responses`, {
    method: 'POST',
    headers: { authorization: 'Bearer key' },
    body: JSON.stringify({ model: 'demo', input: '[[stall]]', stream: true }),
  });
  const [rest] = await Promise.allSettled([answer.text(), sandbox.close()]);
  expect(rest).toMatchObject({ status: 'rejected', reason: { message: 'terminated' } });
});

async function started(options: Parameters<typeof startSandbox>[0] = {}) {
  const sandbox = await startSandbox({ delayMs: 0, ...options });
  return { ...sandbox, [Symbol.asyncDispose]: () => sandbox.close() };
}
