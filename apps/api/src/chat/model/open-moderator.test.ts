import type { ServerResponse } from 'node:http';
import { json } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { serve } from '../../doctor/testing/serve.ts';
import { openModerator, type ModeratorSettings } from './open-moderator.ts';

interface Sent {
  input: unknown[];
  model: string;
}

/** A service that answers each request as the test says; undefined never answers. */
async function serveVerdicts(answer: (sent: Sent) => unknown, more: Partial<ModeratorSettings> = {}) {
  const sent: Sent[] = [];
  let open = 0;
  const origin = await serve(async (request, response) => {
    open++;
    response.once('close', () => open--);
    const body = (await json(request)) as Sent;
    sent.push(body);
    const value = answer(body);
    if (value !== undefined) sendJson(response, 200, value);
  });
  const moderator = openModerator({ apiKey: 'k', baseUrl: `${origin}/v1`, model: 'm', ...more });
  return { moderator, sent, open: () => open };
}

const refusing = (message: string) => serve((_request, response) => sendJson(response, 400, { error: { message } }));

function sendJson(response: ServerResponse, status: number, value: unknown): void {
  response.writeHead(status, { 'Content-Type': 'application/json' });
  response.end(JSON.stringify(value));
}

const harmless = { flagged: false, categories: { hate: false } };
const PICTURE = 'data:image/png;base64,AAAA';

test('sends all texts in one request, and each picture in its own', async () => {
  const { moderator, sent } = await serveVerdicts(({ input }) => ({
    results: input.map(() => harmless),
  }));
  expect(await moderator.flaggedIn({ texts: ['a', 'b'], pictures: [PICTURE, PICTURE] })).toEqual([]);
  const picture = { model: 'm', input: [{ type: 'image_url', image_url: { url: PICTURE } }] };
  expect(sent).toHaveLength(3);
  expect(sent).toEqual(expect.arrayContaining([{ model: 'm', input: ['a', 'b'] }, picture, picture]));
});

test('names each category once, and unknown ones other', async () => {
  const categories = { hate: true, 'a name [[of]] any kind': true, violence: false, sexual: null };
  const { moderator } = await serveVerdicts(() => ({
    results: [
      { flagged: true, categories },
      { flagged: true, categories: { hate: true } },
      { flagged: true, categories: null },
      { flagged: false, categories: { violence: true } },
    ],
  }));
  expect(await moderator.flaggedIn({ texts: ['a', 'b', 'c', 'd'], pictures: [] })).toEqual(['hate', 'other']);
});

test('takes the categories of Mistral, which sends no verdict, and refuses nothing for health or law', async () => {
  const unflagged = { sexual: false, hate_and_discrimination: false, selfharm: false, health: false, law: false };
  const { moderator } = await serveVerdicts(({ input }) => ({
    results: input.map((text) => ({ categories: { ...unflagged, [String(text)]: true } })),
  }));
  const judge = (...texts: string[]) => moderator.flaggedIn({ texts, pictures: [] });
  expect(await judge('health', 'law', 'constructor')).toEqual([]);
  expect(await judge('selfharm', 'criminal', 'dangerous')).toEqual(['self-harm', 'illicit']);
});

test.each([
  null,
  [],
  'text',
  {},
  { results: null },
  { results: [] },
  { results: [null] },
  { results: [harmless, harmless] },
  { results: [{ categories: {} }] },
  { results: [{ flagged: 'no' }] },
  { results: 'x'.repeat(2 ** 20) },
])('does not take the answer %j for a verdict', async (answer) => {
  const { moderator } = await serveVerdicts(() => answer);
  await expect(moderator.flaggedIn({ texts: ['a'], pictures: [] })).rejects.toMatchObject({
    name: 'AppError',
    code: 'model-garbled',
  });
});

test('gives up after its deadline, and closes all its sockets', async () => {
  const { moderator, open } = await serveVerdicts(() => undefined, { limits: { moderationMs: 200 } });
  const checked = moderator.flaggedIn({ texts: ['a'], pictures: [PICTURE] });
  await expect(checked).rejects.toMatchObject({ code: 'model-timeout' });
  await expect.poll(open).toBe(0);
});

test('a text is flagged even if a picture beside it cannot be judged, and a harmless text is not enough', async () => {
  const { moderator } = await serveVerdicts(({ input: [part] }) => {
    if (typeof part !== 'string') return { results: [] };
    return { results: [{ flagged: part === 'bad', categories: { hate: part === 'bad' } }] };
  });
  expect(await moderator.flaggedIn({ texts: ['bad'], pictures: [PICTURE] })).toEqual(['hate']);
  await expect(moderator.flaggedIn({ texts: ['good'], pictures: [PICTURE] })).rejects.toMatchObject({
    code: 'model-garbled',
  });
});

test('masks the question in what a service says about it', async () => {
  const origin = await refusing('I cannot judge pangolins.');
  const moderator = openModerator({ apiKey: null, baseUrl: `${origin}/v1`, model: 'm' });
  const failure = await moderator.flaggedIn({ texts: ['pangolins'], pictures: [] }).catch((error: unknown) => error);
  expect(failure).toMatchObject({ code: 'model-rejected', cause: { message: 'I cannot judge ….' } });
});

test('says that a service cannot be reached', async () => {
  const nowhere = openModerator({ apiKey: null, baseUrl: 'http://127.0.0.1:1/v1', model: 'm' });
  await expect(nowhere.flaggedIn({ texts: ['a'], pictures: [] })).rejects.toMatchObject({ code: 'model-unreachable' });
});
