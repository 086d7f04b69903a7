import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { METRICS_TOKEN, startTestServer, type TestServer } from '../testing/test-server.ts';

let server: TestServer;
let token: string;
beforeAll(async () => {
  server = await startTestServer();
  token = await server.signUp();
});
afterAll(() => server.close());

async function scrape(bearer: string | null = METRICS_TOKEN): Promise<{ status: number; text: string }> {
  const headers: Record<string, string> = bearer === null ? {} : { Authorization: `Bearer ${bearer}` };
  const response = await fetch(`${server.url}/metrics`, { headers });
  return { status: response.status, text: await response.text() };
}

/** The value of one line of the scraped text, by name and literal labels. */
function valueOf(text: string, name: string): number {
  const line = text.split('\n').find((each) => each.startsWith(`${name} `));
  return Number(line?.slice(name.length + 1) ?? NaN);
}

it('the metrics require the token', async () => {
  expect((await scrape()).status).toBe(200);
  for (const bearer of [null, token, `${METRICS_TOKEN}x`]) expect((await scrape(bearer)).status).toBe(401);
});

it('the metrics cover the process, requests by route, and replies from start to end', async () => {
  const { text: before } = await scrape();
  const reply = await server.send(token, { text: 'What is 2 + 2?' });
  await reply.all();
  await (await server.send(token, { text: '[[500]]' })).all();
  await server.call('GET', `/api/chat/${randomUUID()}`, token);
  await server.call('GET', `/api/${randomUUID()}`);
  const { text } = await scrape();
  const grown = (name: string) => valueOf(text, name) - (valueOf(before, name) || 0);
  expect(valueOf(text, 'process_resident_memory_bytes')).toBeGreaterThan(1e6);
  expect(grown('parley_http_requests_total{method="POST",route="/api/chat/stream",status="200"}')).toBe(2);
  expect(grown('parley_http_requests_total{method="GET",route="/api/chat/{conversationId}",status="404"}')).toBe(1);
  expect(grown('parley_http_requests_total{method="GET",route="unknown",status="404"}')).toBe(1);
  expect(grown('parley_http_request_seconds_count{method="GET",route="/api/chat/{conversationId}",status="404"}')).toBe(
    1,
  );
  expect(text).not.toContain('parley_http_request_seconds_count{method="POST",route="/api/chat/stream"');
  expect(grown('parley_replies_started_total{mode="normal"}')).toBe(2);
  expect(grown('parley_replies_ended_total{outcome="complete"}')).toBe(1);
  expect(grown('parley_replies_ended_total{outcome="failed"}')).toBe(1);
  expect(grown('parley_reply_first_token_seconds_count{mode="normal"}')).toBe(1);
  expect(grown('parley_upstream_first_token_seconds_count')).toBe(1);
  expect(grown('parley_upstream_errors_total{part="model",code="model-failed"}')).toBe(1);
  expect(valueOf(text, 'parley_replies_running')).toBe(0);
  expect(valueOf(text, 'parley_cluster_reached')).toBe(1);
});

it('the metrics count open streams, checkpoints and mails', async () => {
  const reply = await server.send(token, { text: '[[stall]]' });
  await reply.generationId();
  const headers = { Authorization: `Bearer ${token}` };
  const events = await fetch(`${server.url}/api/events`, { headers });
  const { text } = await scrape();
  expect(valueOf(text, 'parley_replies_running')).toBe(1);
  expect(valueOf(text, 'parley_http_open_streams{route="/api/chat/stream"}')).toBe(1);
  expect(valueOf(text, 'parley_http_open_streams{route="/api/events"}')).toBe(1);
  await events.body?.cancel();
  await server.stop(token, reply);
  const counts = async () => {
    const { text: later } = await scrape();
    return [
      later.includes('parley_http_open_streams{'),
      valueOf(later, 'parley_checkpoint_seconds_count') > 0,
      valueOf(later, 'parley_mails_total{outcome="sent"}') > 0,
      valueOf(later, 'parley_mails_dropped_total'),
    ];
  };
  await expect.poll(counts).toEqual([false, true, true, 0]);
});

it('no label of the metrics identifies a user', async () => {
  const { body } = await server.call('GET', '/api/auth/me', token);
  const { _id: id, email } = body.user as { _id: string; email: string };
  const { text } = await scrape();
  expect(text).not.toContain(id);
  expect(text).not.toContain(email);
  expect(text).not.toMatch(/[0-9a-f]{8}-[0-9a-f]{4}-/);
});
