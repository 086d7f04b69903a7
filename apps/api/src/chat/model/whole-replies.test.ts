import { afterEach, describe, expect, test } from 'vitest';
import { asking, collect, modelAt, sendJson, serve } from './testing.ts';

let server: Awaited<ReturnType<typeof serve>>;
afterEach(() => server.close());

const TOOL = { name: 'calculate', description: 'Calculates.', parameters: { type: 'object' } };

describe('a model that OpenAI does not stream to this organization', () => {
  const error = {
    message: 'Your organization must be verified to stream this model. Please go to: https://platform.openai.com',
    type: 'invalid_request_error',
    param: 'stream',
    code: 'unsupported_value',
  };
  const whole = {
    object: 'response',
    status: 'completed',
    error: null,
    output: [
      {
        type: 'reasoning',
        summary: [
          { type: 'summary_text', text: 'Hm.' },
          { type: 'summary_text', text: 'Yes.' },
        ],
        content: [],
        encrypted_content: 'x',
      },
      {
        type: 'message',
        content: [
          {
            type: 'output_text',
            text: 'Hello',
            annotations: [{ type: 'url_citation', url: 'https://a.example/', title: 'A' }],
          },
        ],
      },
      { type: 'function_call', call_id: 'a', name: 'calculate', arguments: '{}' },
    ],
    usage: { input_tokens: 7, output_tokens: 3 },
  };

  const unverified = (answer: (response: Parameters<typeof sendJson>[0]) => void) =>
    serve(({ path, body }, response) => {
      if (!/completions$|responses$/.test(path)) return sendJson(response, 404, {});
      if (body.stream) return sendJson(response, 400, { error });
      if (body.stream_options) return sendJson(response, 400, { error: { param: 'stream_options', message: 'No.' } });
      answer(response);
    });

  test('sends its response whole, with reasoning, sources and calls', async () => {
    server = await unverified((response) => sendJson(response, 200, whole));
    const reply = await collect(modelAt(server.baseUrl, { api: 'responses' }), asking('hi', { tools: [TOOL] }));
    expect(reply).toMatchObject({ text: 'Hello', reasoning: 'Hm.\n\nYes.', error: null });
    expect(reply.events).toContainEqual({ type: 'source', url: 'https://a.example/', isCited: true, title: 'A' });
    expect(reply.events).toContainEqual(
      expect.objectContaining({ type: 'calls', calls: [{ id: 'a', name: 'calculate', arguments: '{}' }] }),
    );
  });

  test.each([
    [{ reason: 'max_output_tokens' }, 'end:length'],
    [{ reason: 'content_filter' }, 'end:filter'],
  ])('says why a whole response is cut: %j', async (incomplete_details, end) => {
    const [, message] = whole.output;
    const cut = { ...whole, status: 'incomplete', incomplete_details, output: [message] };
    server = await unverified((response) => sendJson(response, 200, cut));
    const reply = await collect(modelAt(server.baseUrl, { api: 'responses' }), asking('hi'));
    expect(reply.order.at(-1)).toBe(end);
  });

  test('sends its chat completion whole', async () => {
    const message = { content: 'Hello' };
    server = await unverified((response) => sendJson(response, 200, { choices: [{ message, finish_reason: 'stop' }] }));
    expect(await collect(modelAt(server.baseUrl), asking('hi'))).toMatchObject({ text: 'Hello', error: null });
  });
});
