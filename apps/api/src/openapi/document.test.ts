import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { MODES } from '@parley/core';
import { CompletionErrorBody, ErrorBody, StreamLine } from '@parley/core/api';
import { createKey } from '../api-keys/testing.ts';
import { parseBody } from '../http/requests/parse-body.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';
import { listRoutes } from '../testing/list-routes.ts';
import { OPERATIONS } from './document.ts';
import { isJson } from './operation.ts';

let server: TestServer;
let token: string;
beforeAll(async () => {
  server = await startTestServer();
  token = await server.signUp();
});
afterAll(() => server.close());

const nameOf = ({ method, path }: { method: string; path: string }) => `${method} ${path}`;

it('the document lists every route of the API, and no others', () => {
  const documented = OPERATIONS.map(nameOf).sort();
  const routes = listRoutes(server.handler);
  expect(routes.filter((route) => / \/(?:api|v1)\/./.test(route)).sort()).toEqual(documented);
});

it('each operation has a name of its own for generated clients', () => {
  const names = OPERATIONS.map(({ operationId }) => operationId);
  expect(names.filter((name) => !/^[a-z]+(?:[A-Z][a-z]+)*$/.test(name))).toEqual([]);
  expect(new Set(names).size).toBe(names.length);
});

it('without API keys, the document lists none of their operations', async () => {
  const without = await startTestServer({ apiKeys: 'off' });
  const { body } = await without.call('GET', '/api/openapi.json');
  const documented = Object.entries(body.paths as Record<string, Record<string, { operationId: string }>>).flatMap(
    ([path, operations]) =>
      Object.entries(operations).map(([method, each]) => [nameOf({ method, path }), each.operationId]),
  );
  const routes = listRoutes(without.handler).filter((route) => / \/(?:api|v1)\/./.test(route));
  expect(documented.map(([name]) => name).sort()).toEqual(routes.sort());
  expect(documented.map(([, id]) => id)).toContain('sendMessage');
  await without.close();
});

it('the document is served as OpenAPI 3.1 with all references resolvable', async () => {
  const { status, body } = await server.call('GET', '/api/openapi.json');
  expect(status).toBe(200);
  expect(body).toMatchObject({ openapi: '3.1.0', info: { title: 'Parley API' } });
  const { schemas } = body.components as { schemas: Record<string, unknown> };
  const references = JSON.stringify(body).match(/"\$ref":"[^"]*"/g) ?? [];
  expect(references.length).toBeGreaterThan(OPERATIONS.length);
  for (const reference of new Set(references)) {
    const [, name = ''] = /"#\/components\/schemas\/(\w+)"/.exec(reference) ?? [];
    expect(Object.keys(schemas), reference).toContain(name);
  }
});

it('the document has only fields that OpenAPI 3.1 knows where it describes a body', async () => {
  const { body } = await server.call('GET', '/api/openapi.json');
  const contents = JSON.stringify(body, (key, value: unknown) => (key === 'schemas' ? undefined : value));
  const fields = new Set<string>();
  JSON.parse(contents, (key, value: object) => {
    if (key.includes('/') && 'schema' in value) for (const field of Object.keys(value)) fields.add(field);
    return value;
  });
  expect([...fields].filter((field) => !field.startsWith('x-'))).toEqual(['schema']);
});

it('the document lists authentication, input and output of each operation', async () => {
  const { body } = await server.call('GET', '/api/openapi.json');
  const { '/api/chat/stream': stream, '/api/chat/history': history } = body.paths as Record<string, never>;
  expect(stream).toMatchObject({
    post: {
      security: [{ bearer: [] }],
      requestBody: {
        content: {
          'application/json': {
            schema: {
              required: ['conversationId'],
              properties: {
                text: { type: 'string' },
                selectedTool: { enum: MODES.map(({ id }) => id) },
              },
            },
          },
        },
      },
      responses: {
        200: { content: { 'text/event-stream': { 'x-oai-itemSchema': { $ref: '#/components/schemas/StreamEvent' } } } },
      },
    },
  });
  expect(history).toMatchObject({
    get: { parameters: expect.arrayContaining([expect.objectContaining({ name: 'limit', in: 'query' })]) },
  });
});

describe('documented schemas', () => {
  /** Calls an operation; its response must match the schema and have no other fields. */
  async function check(method: string, template: string, path = template, body?: unknown) {
    const operation = OPERATIONS.find((known) => nameOf(known) === `${method.toLowerCase()} ${template}`);
    const answer = await server.call(method, path, token, body);
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    if (!operation || !isJson(operation.answer)) throw new Error(`${method} ${template} answers no JSON`);
    expect(operation.answer.parse(answer.body)).toEqual(answer.body);
  }

  it('responses about accounts match their schemas', async () => {
    const credentials = { email: `${randomUUID()}@example.com`, password: 'tangerine' };
    await check('POST', '/api/auth/register', '/api/auth/register', credentials);
    await check('POST', '/api/auth/login', '/api/auth/login', credentials);
    await check('GET', '/api/auth/me');
    await check('GET', '/api/account');
    await check('GET', '/api/account/sessions');
  });

  it('responses about conversations, and reply streams, match their schemas', async () => {
    const conversationId = randomUUID();
    const reply = await server.send(token, { conversationId, text: 'What is 6 * 7?', selectedTool: 'thinking' });
    await reply.all();
    const lines = reply
      .raw()
      .split('\n')
      .filter((line) => line.startsWith('data: '));
    expect(lines.length).toBeGreaterThan(2);
    for (const line of lines) {
      const sent: unknown = JSON.parse(line.slice(6));
      expect(StreamLine.parse(sent)).toEqual(sent);
    }
    const path = `/api/chat/${conversationId}`;
    await check('GET', '/api/chat/history');
    await check('GET', '/api/chat/usage');
    await check('GET', '/api/chat/active');
    await check('GET', '/api/chat/search', '/api/chat/search?q=What');
    await check('GET', '/api/chat/{conversationId}', path);
    await check('PATCH', '/api/chat/{conversationId}', path, { pinned: true });
    await check('POST', '/api/chat/export', '/api/chat/export', { ids: [conversationId], as: 'json' });
    await check('DELETE', '/api/chat/{conversationId}', path);
    await check('GET', '/api/chat/trash');
    await check('POST', '/api/chat/{conversationId}/restore', `${path}/restore`);
    await check('DELETE', '/api/chat/trash', '/api/chat/trash', { ids: [conversationId] });
  });

  it('responses about the onboarding match their schemas', async () => {
    await check('GET', '/api/onboarding');
    const answers = { goals: ['writing'], quiz: { hours: 'over-10' } };
    await check('PUT', '/api/onboarding', '/api/onboarding', { step: 'quiz', answers, hasSeen: true });
  });

  it('responses about files match their schemas', async () => {
    const { body } = await server.upload(token, 'a.txt', 'text/plain', 'Some words.');
    const { id } = (body as { file: { id: string } }).file;
    await check('GET', '/api/files/{id}/text', `/api/files/${id}/text`);
    await check('DELETE', '/api/files/{id}', `/api/files/${id}`);
  });

  it('responses about the server match their schemas', async () => {
    await check('GET', '/api/capabilities');
    await check('GET', '/api/status');
    await check('GET', '/api/content/{page}', '/api/content/help');
  });

  it('error responses match their schema', async () => {
    for (const path of ['/api/chat/usage', '/api/nothing', `/api/chat/${randomUUID()}`]) {
      const { status, body } = await server.call('GET', path);
      expect(status).toBeGreaterThanOrEqual(400);
      ErrorBody.parse(body);
    }
  });

  it('the document lists every form of an export', async () => {
    const ids = [randomUUID(), randomUUID()];
    for (const id of ids) await (await server.send(token, { conversationId: id, text: 'Hi' })).all();
    const { body } = await server.call('GET', '/api/openapi.json');
    const { '/api/chat/export': operation } = body.paths as Record<string, never>;
    for (const [type, request] of [
      ['application/json', { ids, as: 'json' }],
      ['text/markdown', { ids: ids.slice(1), as: 'markdown' }],
      ['application/zip', { ids, as: 'markdown' }],
    ] as const) {
      const response = await fetch(`${server.url}/api/chat/export`, {
        method: 'POST',
        headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
        body: JSON.stringify(request),
      });
      await response.arrayBuffer();
      expect(response.headers.get('content-type')).toContain(type);
      expect(operation).toMatchObject({ post: { responses: { 200: { content: { [type]: expect.any(Object) } } } } });
    }
  });

  it('failures at /v1 are documented in the shape of OpenAI', async () => {
    const { body: document } = await server.call('GET', '/api/openapi.json');
    const { '/v1/models': models, '/api/chat/usage': usage } = document.paths as Record<string, never>;
    const failure = (schema: object) => ({
      get: { responses: { default: { content: { 'application/json': { schema } } } } },
    });
    expect(models).toMatchObject(
      failure({ properties: { error: { required: ['message', 'type', 'param', 'code'] } } }),
    );
    expect(usage).toMatchObject(failure({ $ref: '#/components/schemas/Error' }));
    const { body } = await server.call('GET', '/v1/models', token);
    expect(CompletionErrorBody.parse(body)).toEqual(body);
  });

  it.each(['Hi', '[[mid500]]'])(
    'the events of a stream at /v1 match their schema after the question %s',
    async (text) => {
      const { streamed } = OPERATIONS.find(({ path }) => path === '/v1/chat/completions') ?? {};
      const { secret } = await createKey(server, token);
      const response = await fetch(`${server.url}/v1/chat/completions`, {
        method: 'POST',
        headers: { Authorization: `Bearer ${secret}`, 'Content-Type': 'application/json' },
        body: JSON.stringify({ model: 'normal', messages: [{ role: 'user', content: text }], stream: true }),
      });
      const lines = (await response.text()).match(/(?<=^data: ).+/gm) ?? [];
      const events = lines.filter((line) => line !== '[DONE]').map((line): unknown => JSON.parse(line));
      expect(events.length).toBeGreaterThan(2);
      for (const event of events) expect(streamed?.parse(event)).toEqual(event);
    },
  );
});

// Last, because it keeps the process busy for longer than a server keeps idle connections.
describe('request bodies', () => {
  const bodies = OPERATIONS.flatMap((operation) =>
    operation.body && isJson(operation.body) ? [[nameOf(operation), operation.body] as const] : [],
  );

  it.each(bodies)('%s ignores unknown fields', (_name, body) => {
    expect(JSON.stringify(z.toJSONSchema(body, { io: 'input', unrepresentable: 'any' }))).not.toContain(
      '"additionalProperties":false',
    );
  });

  it.each(bodies)('%s rejects an invalid field in plain words', (_name, body) => {
    const fields = Object.keys(z.toJSONSchema(body, { io: 'input', unrepresentable: 'any' }).properties ?? {});
    const values = [undefined, null, 5, -1.5, true, '', 'x', 'x'.repeat(300_000), [], [5], {}, { a: 1 }];
    for (const field of fields) {
      for (const value of values) {
        const sentence = refusal(body, { [field]: value });
        if (sentence === null) continue;
        expect(sentence).toMatch(
          /^(The (field "[\w.[\]]+"|request) (is|isn’t|must) .{3,180}\.|[A-Z][^"]{5,100}[.a-z])$/s,
        );
        expect(sentence).not.toMatch(
          /invalid input|expected|, received|unrecognized|undefined|zod|nan|too (big|small)/i,
        );
      }
    }
    for (const value of values.slice(1)) expect(refusal(body, value) ?? 'The x is x.').toMatch(/^[A-Z].+[.a-z]$/s);
  });

  function refusal(body: z.ZodType, value: unknown): string | null {
    try {
      parseBody(body, value);
      return null;
    } catch (thrown) {
      expect(thrown).toMatchObject({ code: 'invalid-request' });
      return (thrown as Error).message;
    }
  }
});
