import { request, type IncomingMessage } from 'node:http';
import OpenAI from 'openai';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startSandbox, type Sandbox } from '../start.ts';
import { clientOptions } from './testing.ts';

let sandbox: Sandbox;
let client: OpenAI;

beforeAll(async () => {
  sandbox = await startSandbox({ faults: true, delayMs: 0 });
  client = new OpenAI(clientOptions(sandbox));
});
beforeEach(() => sandbox.reset());
afterAll(() => sandbox.close());

describe('slow and disconnecting callers', () => {
  test.each(['[[stall]]', '[[slow]]', '[[long 100000]]'])(
    'a disconnect during %s is noticed within a second',
    async (input) => {
      const stream = await client.responses.create({ model: 'demo', input, stream: true });
      let deltas = 0;
      for await (const { type } of stream) if (type === 'response.output_text.delta' && ++deltas === 2) break;
      await expect.poll(() => sandbox.log()[0]?.closed, { timeout: 1000 }).toBe(true);
      const [sent] = sandbox.log();
      expect(sent).not.toHaveProperty('ended');
      expect(sent?.deltas).toBeLessThan(100_000);
    },
  );

  test('a slow reader loses nothing', async () => {
    const headers = { authorization: 'Bearer key' };
    const asking = request(`${sandbox.urls.openai}/chat/completions`, { method: 'POST', headers });
    asking.end(
      JSON.stringify({ model: 'demo', stream: true, messages: [{ role: 'user', content: '[[long 200000]]' }] }),
    );
    const answer = await new Promise<IncomingMessage>((resolve) => asking.once('response', resolve));
    let before = -1;
    const hasStopped = () => {
      const sent = sandbox.log()[0]?.deltas ?? 0;
      const stopped = sent > 0 && sent === before;
      before = sent;
      return stopped;
    };
    await expect.poll(hasStopped, { interval: 100, timeout: 5000 }).toBe(true);
    expect(before).toBeLessThan(200_000);
    let text = '';
    for await (const chunk of answer.setEncoding('utf8')) text += chunk as string;
    expect(text).toContain('word200000');
    expect(text.split('"content":"word')).toHaveLength(200_001);
  });
});
