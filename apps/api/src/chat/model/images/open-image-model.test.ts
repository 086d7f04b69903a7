import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { startSandbox, type Sandbox } from '@parley/sandbox';
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import type { ImageRequest } from './image-model.ts';
import { openImageModel, type ImageModelSettings } from './open-image-model.ts';
import { DOT, NEVER, sendJson } from '../testing.ts';

const PNG_START = [0x89, 0x50, 0x4e, 0x47];
/** The beginning of a TIFF picture. */
const TIFF = 'SUkqAAgAAAAAAAAAAAAAAA==';

const modelFor = (baseUrl: string, more: Partial<ImageModelSettings> = {}) =>
  openImageModel({ apiKey: 'test', baseUrl, model: 'demo-image', quality: 'low', ...more });

const drawing = (prompt: string, more: Partial<ImageRequest> = {}): ImageRequest => ({
  prompt,
  pictures: [],
  safetyIdentifier: 'someone',
  ...more,
});

test('reports that images are not set up without an image model', async () => {
  const reason = 'Image generation isn’t set up on this server.';
  const model = openImageModel(null);
  expect(await model.capability()).toEqual({ ok: false, reason });
  await expect(model.draw(drawing('a fox'), NEVER)).rejects.toMatchObject({ name: 'AppError', message: reason });
});

describe('the image model of the sandbox', () => {
  let sandbox: Sandbox;
  beforeAll(async () => {
    sandbox = await startSandbox({ faults: true, delayMs: 0 });
  });
  afterAll(() => sandbox.close());

  test.each([
    ['square', 1024, 1024],
    ['landscape', 1536, 1024],
    ['portrait', 1024, 1536],
  ] as const)('draws a %s picture of %i by %i pixels', async (shape, width, height) => {
    const png = Buffer.from(await modelFor(sandbox.urls.openai).draw(drawing('a fox', { shape }), NEVER));
    // The header of a PNG.
    expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([width, height]);
  });

  test('draws a picture and changes it', async () => {
    const model = modelFor(sandbox.urls.openai);
    expect(await model.capability()).toEqual({ ok: true });
    const fox = await model.draw(drawing('a fox'), NEVER);
    expect([...fox.subarray(0, 4)]).toEqual(PNG_START);
    expect(sandbox.log().at(-1)).toMatchObject({ path: '/openai/v1/images/generations', model: 'demo-image' });
    const pictures = [{ type: 'image/png', bytes: fox }];
    const inSnow = await model.draw(drawing('in snow', { pictures }), NEVER);
    expect([...inSnow.subarray(0, 4)]).toEqual(PNG_START);
    expect(Buffer.compare(inSnow, fox)).not.toBe(0);
    expect(sandbox.log().at(-1)).toMatchObject({
      path: '/openai/v1/images/edits',
      images: [{ name: 'picture-1.png', type: 'image/png', bytes: fox.length }],
    });
  });

  test.each([
    ['[[401]]', 'model-auth'],
    ['[[429]]', 'model-rate-limited'],
    ['[[quota]]', 'model-quota'],
    ['[[500]]', 'model-failed'],
    ['[[refuse]]', 'model-filtered'],
    ['[[badjson]]', 'model-garbled'],
    ['[[html200]]', 'model-garbled'],
    ['[[cut]]', 'model-unreachable'],
    ['[[stall]]', 'model-timeout'],
  ])('answers %s with %s and does not retry', async (word, code) => {
    const before = sandbox.log().length;
    const model = modelFor(sandbox.urls.openai, { limits: { pictureMs: word === '[[stall]]' ? 3_000 : 60_000 } });
    await expect(model.draw(drawing(word), NEVER)).rejects.toMatchObject({ name: 'AppError', code });
    expect(sandbox.log()).toHaveLength(before + 1);
  });

  test('says plainly that the service declined', async () => {
    const drawn = modelFor(sandbox.urls.openai).draw(drawing('[[refuse]]'), NEVER);
    await expect(drawn).rejects.toThrow(
      'The image service declined this request. Try describing the image differently.',
    );
  });

  test.each([false, true])('closes the socket on abort (changing: %s)', async (isEdit) => {
    const controller = new AbortController();
    const mark = `[[stall]] stopped ${isEdit}`;
    const pictures = isEdit ? [{ type: 'image/png', bytes: DOT }] : [];
    const drawn = modelFor(sandbox.urls.openai).draw(drawing(mark, { pictures }), controller.signal);
    const failure = drawn.catch((error: unknown) => error);
    const entry = () => sandbox.log().findLast((request) => JSON.stringify(request).includes(mark));
    await vi.waitFor(() => expect(entry()).toBeDefined());
    controller.abort();
    expect(await failure).toMatchObject({ name: 'AppError' });
    await vi.waitFor(() => expect(entry()).toMatchObject({ closed: true }));
  });

  test('sends no request when it is already aborted', async () => {
    const before = sandbox.log().length;
    const drawn = modelFor(sandbox.urls.openai).draw(drawing('a fox'), AbortSignal.abort());
    await expect(drawn).rejects.toMatchObject({ name: 'AppError' });
    expect(sandbox.log()).toHaveLength(before);
  });

  test('reports that it cannot draw when the server is unreachable', async () => {
    const gone = await startSandbox();
    await gone.close();
    const model = modelFor(gone.urls.openai);
    const reason = 'The AI service isn’t available right now.';
    expect(await model.capability()).toEqual({ ok: false, reason });
    await expect(model.draw(drawing('a fox'), NEVER)).rejects.toMatchObject({ code: 'model-unreachable' });
  });
});

describe('the image model of another server', () => {
  let close = () => {};
  afterEach(() => close());

  /** Starts a server that records its requests and answers as one test needs. */
  async function serveImages(answer: (response: ServerResponse, body: string, request: IncomingMessage) => void) {
    const bodies: string[] = [];
    const server = createServer(async (request, response) => {
      const body = (await buffer(request)).toString('latin1');
      if (request.method === 'POST') bodies.push(body);
      answer(response, body, request);
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    close = () => {
      server.closeAllConnections();
      server.close();
    };
    return { baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`, bodies };
  }

  const picture = { data: [{ b64_json: DOT.toString('base64') }] };

  test('requests one square PNG and never a response format', async () => {
    const { baseUrl, bodies } = await serveImages((response) => sendJson(response, 200, picture));
    expect(Buffer.from(await modelFor(baseUrl).draw(drawing('a fox'), NEVER))).toEqual(DOT);
    expect(JSON.parse(bodies[0] ?? '')).toEqual({
      model: 'demo-image',
      prompt: 'a fox',
      n: 1,
      size: '1024x1024',
      quality: 'low',
      output_format: 'png',
      safety_identifier: 'someone',
    });
  });

  test('omits parameters that a server refused, and remembers them', async () => {
    const { baseUrl, bodies } = await serveImages((response, body) => {
      for (const field of ['output_format', 'quality', 'safety_identifier', 'size']) {
        const error = { message: `Unknown parameter: '${field}'.`, param: field };
        if (body.includes(field)) return sendJson(response, 400, { error });
      }
      sendJson(response, 200, picture);
    });
    const model = modelFor(baseUrl);
    await model.draw(drawing('a fox'), NEVER);
    expect(bodies).toHaveLength(5);
    await model.draw(drawing('a fox'), NEVER);
    expect(bodies).toHaveLength(6);
    expect(JSON.parse(bodies[5] ?? '')).toEqual({ model: 'demo-image', prompt: 'a fox', n: 1 });
  });

  test('omits refused parameters in changes too, which are sent as a form', async () => {
    const { baseUrl, bodies } = await serveImages((response, body) => {
      const error = { message: 'Unknown parameter', param: 'safety_identifier' };
      if (body.includes('safety_identifier')) return sendJson(response, 400, { error });
      sendJson(response, 200, picture);
    });
    const pictures = [
      { type: 'image/png', bytes: DOT },
      { type: 'image/webp', bytes: DOT },
    ];
    await modelFor(baseUrl).draw(drawing('bluer', { pictures }), NEVER);
    expect(bodies).toHaveLength(2);
    expect(bodies[1]).toContain('filename="picture-1.png"');
    expect(bodies[1]).toContain('filename="picture-2.webp"');
    expect(bodies[1]).not.toContain('response_format');
  });

  test('sends one picture under the name that every service knows, and several as a list', async () => {
    const { baseUrl, bodies } = await serveImages((response) => sendJson(response, 200, picture));
    const one = { type: 'image/png', bytes: DOT };
    await modelFor(baseUrl).draw(drawing('bluer', { pictures: [one] }), NEVER);
    await modelFor(baseUrl).draw(drawing('joined', { pictures: [one, one] }), NEVER);
    const names = bodies.map((body) => [...body.matchAll(/name="(image[^"]*)"/g)].map(([, name]) => name));
    expect(names).toEqual([['image'], ['image[]', 'image[]']]);
  });

  test('omits each parameter that xAI refuses', async () => {
    const { baseUrl, bodies } = await serveImages((response, body) => {
      const refused = ['size', 'quality', 'safety_identifier', 'output_format'].find((name) => body.includes(name));
      const error = `Argument not supported: ${refused}`;
      if (refused) return sendJson(response, 400, { code: 'Client specified an invalid argument', error });
      sendJson(response, 200, picture);
    });
    expect(Buffer.from(await modelFor(baseUrl).draw(drawing('a fox'), NEVER))).toEqual(DOT);
    expect(bodies).toHaveLength(5);
  });

  test.each([
    ['dall-e-3', 'landscape', '1792x1024'],
    ['my-dalle3', 'portrait', '1024x1792'],
    ['dall-e-3', 'square', '1024x1024'],
    ['gpt-image-1', 'landscape', '1536x1024'],
  ] as const)('asks %s for a %s picture in a size that it has', async (model, shape, size) => {
    const { baseUrl, bodies } = await serveImages((response) => sendJson(response, 200, picture));
    await modelFor(baseUrl, { model }).draw(drawing('a fox', { shape }), NEVER);
    expect(JSON.parse(bodies[0] ?? '')).toMatchObject({ size });
  });

  test.each([
    { code: 'invalid-argument', error: 'Argument not supported: size' },
    { error: { code: 'invalid_size', message: 'The size is not supported by this model.', param: null } },
  ])('asks for a ratio where the size is refused with %j', async (refusal) => {
    const { baseUrl, bodies } = await serveImages((response, body) =>
      sendJson(response, body.includes('"size"') ? 400 : 200, body.includes('"size"') ? refusal : picture),
    );
    await modelFor(baseUrl).draw(drawing('a fox', { shape: 'portrait' }), NEVER);
    expect(bodies).toHaveLength(2);
    expect(JSON.parse(bodies[1] ?? '')).toMatchObject({ aspect_ratio: '2:3' });
  });

  test('changes pictures through xAI’s API, which takes them in JSON', async () => {
    const { baseUrl, bodies } = await serveImages((response, _body, { headers }) => {
      if (headers['content-type'] !== 'application/json') return sendJson(response, 415, { error: 'Expected JSON' });
      sendJson(response, 200, picture);
    });
    const model = modelFor(baseUrl);
    const one = { type: 'image/png', bytes: DOT };
    const shown = { type: 'image_url', url: `data:image/png;base64,${DOT.toString('base64')}` };
    expect(Buffer.from(await model.draw(drawing('bluer', { pictures: [one] }), NEVER))).toEqual(DOT);
    await model.draw(drawing('joined', { pictures: [one, one], shape: 'landscape' }), NEVER);
    await model.draw(drawing('a fox'), NEVER);
    expect(bodies.slice(1).map((body) => JSON.parse(body) as object)).toEqual([
      { model: 'demo-image', prompt: 'bluer', image: shown },
      { model: 'demo-image', prompt: 'joined', aspect_ratio: '3:2', images: [shown, shown] },
      { model: 'demo-image', prompt: 'a fox' },
    ]);
  });

  test.each([
    ['xAI', 400, { code: 'invalid-argument', error: 'Generated image rejected by content moderation.' }],
    [
      'LiteLLM',
      400,
      {
        error: { message: 'litellm.ContentPolicyViolationError: AzureException', type: null, param: null, code: '400' },
      },
    ],
    ['xAI, with a picture held back', 200, { data: [{ url: '', respect_moderation: false }] }],
  ])('says plainly that the service declined, as %s says it', async (_service, status, body) => {
    const { baseUrl } = await serveImages((response) => sendJson(response, status, body));
    await expect(modelFor(baseUrl).draw(drawing('a fox'), NEVER)).rejects.toMatchObject({
      code: 'model-filtered',
      message: 'The image service declined this request. Try describing the image differently.',
    });
  });

  test.each([
    ['as JPEG', 'image/jpeg', (jpeg: string) => ({ b64_json: jpeg })],
    ['as a data URI', 'image/jpeg', (jpeg: string) => ({ b64_json: `data:image/jpeg;base64,${jpeg}` })],
    ['as the address of a data URI', 'image/webp', (webp: string) => ({ url: `data:image/webp;base64,${webp}` })],
  ] as const)('takes a picture %s', async (_how, type, write) => {
    const dot = sharp({ create: { width: 4, height: 4, channels: 3, background: 'red' } });
    const bytes = await (type === 'image/jpeg' ? dot.jpeg() : dot.webp()).toBuffer();
    const body = { data: [write(bytes.toString('base64'))] };
    const { baseUrl } = await serveImages((response) => sendJson(response, 200, body));
    expect(Buffer.from(await modelFor(baseUrl).draw(drawing('a fox'), NEVER))).toEqual(bytes);
  });

  test('loads a picture that the service sends a link to, without its key', async () => {
    const { baseUrl } = await serveImages((response, _body, { method, url, headers }) => {
      if (method === 'POST') {
        return sendJson(response, 200, { data: [{ b64_json: null, url: new URL('/drawn/1.png', baseUrl).href }] });
      }
      response.statusCode = url === '/drawn/1.png' && !headers.authorization ? 200 : 404;
      response.end(DOT);
    });
    expect(Buffer.from(await modelFor(baseUrl).draw(drawing('a fox'), NEVER))).toEqual(DOT);
  });

  test.each([
    ['of a private network', 'http://127.0.0.1:1/x.png'],
    ['that redirects into a private network', '/moved'],
    ['that leads nowhere', '/gone.png'],
    ['that is none', 'x.png'],
    ['to a file', 'file:///etc/hostname'],
  ])('does not load a link %s', async (_what, link) => {
    const { baseUrl } = await serveImages((response, _body, { method, url }) => {
      const href = link.startsWith('/') ? new URL(link, baseUrl).href : link;
      if (method === 'POST') return sendJson(response, 200, { data: [{ url: href }] });
      response.writeHead(url === '/moved' ? 302 : 404, { location: 'http://127.0.0.1:1/x.png' }).end(DOT);
    });
    const drawn = modelFor(baseUrl).draw(drawing('a fox'), NEVER);
    await expect(drawn).rejects.toMatchObject({
      code: 'model-garbled',
      message: 'The image service sent a link instead of an image.',
    });
  });

  test('a link that never answers ends at the limit and at a stop', async () => {
    const { baseUrl } = await serveImages((response, _body, { method }) => {
      if (method === 'POST') sendJson(response, 200, { data: [{ url: new URL('/slow.png', baseUrl).href }] });
    });
    const model = modelFor(baseUrl, { limits: { pictureMs: 500 } });
    await expect(model.draw(drawing('a fox'), NEVER)).rejects.toMatchObject({ code: 'model-timeout' });
    const stopping = new AbortController();
    const drawn = modelFor(baseUrl).draw(drawing('a fox'), stopping.signal);
    setTimeout(() => stopping.abort(), 200);
    await expect(drawn).rejects.toThrow();
  });

  test.each([
    ['nothing', { data: [] }, /sent no image/],
    ['null', null, /sent no image/],
    ['a picture of another type', { data: [{ b64_json: TIFF }] }, /isn’t an image/],
    ['words', { data: [{ b64_json: Buffer.from('Hello there').toString('base64') }] }, /isn’t an image/],
    ['a number', { data: [{ b64_json: 7 }] }, /sent no image/],
  ])('rejects a response with %s', async (_name, body, sentence) => {
    const { baseUrl } = await serveImages((response) => sendJson(response, 200, body));
    const drawn = modelFor(baseUrl).draw(drawing('a fox'), NEVER);
    await expect(drawn).rejects.toMatchObject({ code: 'model-garbled', message: expect.stringMatching(sentence) });
  });

  test.each([
    ['the address offers no pictures', { detail: 'Not Found' }, 2],
    ['the service does not have it', { error: { message: 'No such model', code: 'model_not_found' } }, 1],
  ])('reports a missing model when %s', async (_why, body, requests) => {
    const { baseUrl, bodies } = await serveImages((response) => sendJson(response, 404, body));
    expect(await modelFor(baseUrl).capability()).toEqual({ ok: true });
    const drawn = modelFor(baseUrl).draw(drawing('a fox'), NEVER);
    await expect(drawn).rejects.toThrow(
      'The image service doesn’t have this server’s model. The operator needs to change it.',
    );
    expect(bodies).toHaveLength(requests);
  });

  test('draws and changes pictures through OpenRouter’s API where OpenAI’s path is missing', async () => {
    const paths: string[] = [];
    const { baseUrl, bodies } = await serveImages((response, body, { method, url = '' }) => {
      if (method === 'POST') paths.push(url);
      if (url !== '/v1/images') return response.writeHead(404, { 'content-type': 'text/html' }).end('<html>');
      const error = { message: 'Unsupported parameter: output_format', code: 400 };
      if (body.includes('output_format')) return sendJson(response, 400, { error });
      sendJson(response, 200, picture);
    });
    const model = modelFor(baseUrl);
    expect(Buffer.from(await model.draw(drawing('a fox', { shape: 'landscape' }), NEVER))).toEqual(DOT);
    const pictures = [{ type: 'image/png', bytes: DOT }];
    expect(Buffer.from(await model.draw(drawing('in snow', { pictures }), NEVER))).toEqual(DOT);
    expect(paths).toEqual(['/v1/images/generations', ...Array.from({ length: 4 }, () => '/v1/images')]);
    expect(JSON.parse(bodies[2] ?? '')).toEqual({
      model: 'demo-image',
      prompt: 'a fox',
      aspect_ratio: '3:2',
      quality: 'low',
    });
    expect(JSON.parse(bodies[4] ?? '')).toEqual({
      model: 'demo-image',
      prompt: 'in snow',
      aspect_ratio: '1:1',
      quality: 'low',
      input_references: [{ type: 'image_url', image_url: { url: `data:image/png;base64,${DOT.toString('base64')}` } }],
    });
  });

  test('retries only when no connection was made', async () => {
    const { baseUrl } = await serveImages(() => {});
    close();
    const { port } = new URL(baseUrl);
    const drawn = modelFor(baseUrl).draw(drawing('a fox'), NEVER);
    await pause(100);
    const late = createServer((_request, response) => sendJson(response, 200, picture));
    late.listen(Number(port), '127.0.0.1');
    close = () => late.close();
    expect(Buffer.from(await drawn)).toEqual(DOT);
  });
});
