import { createHash } from 'node:crypto';
import { decode } from 'fast-png';
import OpenAI, { BadRequestError, InternalServerError, RateLimitError, toFile } from 'openai';
import type { ImagesResponse } from 'openai/resources/images';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startSandbox, type Sandbox } from '../../start.ts';
import { clientOptions } from '../testing.ts';

let sandbox: Sandbox;
let client: OpenAI;

beforeAll(async () => {
  sandbox = await startSandbox({ faults: true, delayMs: 0 });
  client = new OpenAI(clientOptions(sandbox));
});
beforeEach(() => sandbox.reset());
afterAll(() => sandbox.close());

const generate = (prompt: string, more: Partial<OpenAI.ImageGenerateParamsNonStreaming> = {}) =>
  client.images.generate({ model: 'demo-image', prompt, n: 1, size: '1024x1024', ...more });

const edit = (prompt: string, image: OpenAI.ImageEditParams['image'], size = '1024x1024') =>
  client.images.edit({ model: 'demo-image', prompt, image, size });

function pngOf({ data }: ImagesResponse): Buffer {
  return Buffer.from(data![0]!.b64_json!, 'base64');
}

const fileOf = (bytes: Uint8Array, name = 'picture.png', type = 'image/png') => toFile(bytes, name, { type });

function pixel(png: Buffer, x: number, y: number): number[] {
  const { data, width, channels } = decode(png);
  return [...data.subarray((y * width + x) * channels, (y * width + x) * channels + 3)];
}

describe('images for the official SDK', () => {
  test('the SDK gets a new picture as a PNG with its format and usage', async () => {
    const answer = await generate('a lighthouse', { quality: 'low', output_format: 'png' });
    expect(answer).toMatchObject({
      data: [{ b64_json: expect.any(String) as string }],
      output_format: 'png',
      size: '1024x1024',
      quality: 'low',
      background: 'opaque',
      usage: { input_tokens: 3, output_tokens: 272, total_tokens: 275 },
    });
    expect(Object.keys(answer.data![0]!)).toEqual(['b64_json']);
    const { data, ...kind } = decode(pngOf(answer), { checkCrc: true });
    expect(kind).toMatchObject({ width: 1024, height: 1024, channels: 4, depth: 8 });
    expect(data.every((value, at) => at % 4 !== 3 || value === 255)).toBe(true);
    await expect
      .poll(() => sandbox.log())
      .toMatchObject([{ kind: 'image', model: 'demo-image', prompt: 'a lighthouse', images: [], ended: true }]);
  });

  test.each([
    ['1536x1024', 1536, 1024],
    ['1024x1536', 1024, 1536],
    ['auto', 1024, 1024],
  ])('the SDK gets the requested size %s', async (size, width, height) => {
    const answer = await generate('hills', { size });
    expect(answer.size).toBe(`${width}x${height}`);
    expect(decode(pngOf(answer))).toMatchObject({ width, height });
  });

  test('equal prompts give equal pictures and different prompts different ones', async () => {
    const drawn = await Promise.all(['sea', 'sea', 'sky'].map(async (words) => pngOf(await generate(words))));
    const [one, again, other] = drawn.map((png) => createHash('sha256').update(png).digest('hex'));
    expect(again).toBe(one);
    expect(other).not.toBe(one);
  });

  test('the SDK gets the requested number of pictures', async () => {
    const { data } = await generate('sea', { n: 2 });
    expect(new Set(data!.map(({ b64_json }) => b64_json)).size).toBe(2);
  });

  test('an edit shows the uploaded picture under a new layer', async () => {
    const sent = pngOf(await generate('a lighthouse'));
    const edited = pngOf(await edit('at sunrise', await fileOf(sent)));
    const { data: before } = decode(sent);
    const { data: after } = decode(edited);
    const same = before.filter((value, at) => value === after[at]).length / before.length;
    expect(same).toBeGreaterThan(0.5);
    expect(same).toBeLessThan(0.95);
    const [{ images, prompt, size } = {}] = sandbox.log().slice(-1);
    expect({ images, prompt, size }).toEqual({
      images: [{ name: 'picture.png', type: 'image/png', bytes: sent.length }],
      prompt: 'at sunrise',
      size: '1024x1024',
    });
  });

  test('an edit accepts up to 16 pictures of any shape and format', async () => {
    const red = await fileOf(RED_DOT);
    const many = pngOf(
      await edit(
        'more',
        Array.from({ length: 16 }, () => red),
      ),
    );
    expect(pixel(many, 1000, 1000)).toEqual([255, 0, 0]);
    const jpeg = await edit('more', await fileOf(SMALL_JPEG, 'a.jpg', 'image/jpeg'), '1536x1024');
    expect(decode(pngOf(jpeg))).toMatchObject({ width: 1536 });
    await expect(
      edit(
        'more',
        Array.from({ length: 17 }, () => red),
      ),
    ).rejects.toThrow(BadRequestError);
  });
});

describe('rejected image requests of the official SDK', () => {
  const refused = (code: string, param: string | null) => ({ status: 400, code, param });

  test.each([
    [{ response_format: 'b64_json' as const }, refused('unknown_parameter', 'response_format')],
    [{ style: 'vivid' as const }, refused('unknown_parameter', 'style')],
    [{ size: '1920x1080' }, refused('invalid_value', 'size')],
    [{ quality: 'hd' as const }, refused('invalid_value', 'quality')],
    [{ prompt: '' }, refused('empty_string', 'prompt')],
    [{ prompt: ' \n' }, refused('empty_string', 'prompt')],
    [{ n: 11 }, refused('invalid_value', 'n')],
  ])('an image request with %j is rejected', async (more, error) => {
    await expect(generate('x', more)).rejects.toMatchObject(error);
  });

  test('an edit without a valid picture is rejected', async () => {
    await expect(edit('x', [])).rejects.toMatchObject(refused('missing_required_parameter', 'image'));
    const text = fileOf(Buffer.from('not a picture'));
    await expect(edit('x', await text)).rejects.toMatchObject(refused('unsupported_file_mimetype', 'image'));
    const gif = Buffer.from('R0lGODlhAQABAAAAACw=', 'base64');
    await expect(edit('x', await fileOf(gif, 'a.gif', 'image/gif'))).rejects.toThrow(
      "unsupported mimetype ('image/gif')",
    );
    await expect(edit('', await fileOf(RED_DOT))).rejects.toMatchObject(refused('empty_string', 'prompt'));
    await expect(edit('x', await fileOf(RED_DOT), '1x1')).rejects.toMatchObject(refused('invalid_value', 'size'));
  });

  test('an edit whose body is not a form is rejected', async () => {
    const url = `${sandbox.urls.openai}/images/edits`;
    const headers = { authorization: 'Bearer key', 'content-type': 'application/json' };
    expect((await fetch(url, { method: 'POST', headers, body: '{}' })).status).toBe(400);
    headers['content-type'] = 'multipart/form-data; boundary=x';
    expect((await fetch(url, { method: 'POST', headers, body: 'oops' })).status).toBe(400);
  });
});

describe('a scenario word in the prompt', () => {
  test.each([
    ['[[401]]', { status: 401, code: 'invalid_api_key' }],
    ['[[quota]]', { status: 429, code: 'insufficient_quota' }],
    ['[[500]]', { status: 500 }],
    ['[[mid500]]', { status: 500 }],
    ['[[refuse]]', { status: 400, code: 'moderation_blocked' }],
  ])('%s rejects the image request', async (word, error) => {
    await expect(generate(`a cat ${word}`)).rejects.toMatchObject(error);
    await expect(edit(`a cat ${word}`, await fileOf(RED_DOT))).rejects.toMatchObject(error);
  });

  test('a scenario word breaks the answer', async () => {
    await expect(generate('[[429]]')).rejects.toThrow(RateLimitError);
    await expect(generate('[[500]]')).rejects.toThrow(InternalServerError);
    await expect(generate('[[cut]]')).rejects.toThrow('Connection error.');
    await expect(generate('[[badjson]]')).rejects.toThrow(SyntaxError);
    expect(await generate('[[html200]]')).toContain('<!doctype html>');
  });

  test.each(['[[stall]]', '[[slow]]'])('%s delays the answer, and a disconnect is noticed', async (word) => {
    const stop = new AbortController();
    const waiting = client.images.generate({ model: 'demo-image', prompt: word }, { signal: stop.signal });
    await expect.poll(() => sandbox.log()[0]?.prompt).toBe(word);
    stop.abort();
    await expect(waiting).rejects.toThrow('aborted');
    await expect.poll(() => sandbox.log()).toMatchObject([{ kind: 'image', closed: true }]);
  });
});

test('a picture takes as long as its share of pieces', async () => {
  const calm = await startSandbox({ delayMs: 5 });
  const start = performance.now();
  await new OpenAI(clientOptions(calm)).images.generate({ prompt: 'x' });
  expect(performance.now() - start).toBeGreaterThan(195);
  await calm.close();
});

/** One red pixel. */
const RED_DOT = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==',
  'base64',
);

/** The markers of a JPEG of 16 by 8 pixels, without pixel data. */
const SMALL_JPEG = Buffer.from('ffd8ffe000104a46494600010100000100010000ffc0000b080008001001011100ffd9', 'hex');
