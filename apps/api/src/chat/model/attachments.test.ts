import { AppError } from '@parley/core';
import { startSandbox, type Sandbox } from '@parley/sandbox';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { chatCompletions } from './protocol/chat-completions.ts';
import type { ModelMessage } from './model.ts';
import { asking, DOT, collect, modelAt, sendChat, sendJson, sendResponses, serve } from './testing.ts';

const PICTURE = { type: 'image/png', bytes: DOT };
const PICTURE_URI = `data:image/png;base64,${DOT.toString('base64')}`;
const PDF = {
  name: 'scan.pdf',
  type: 'application/pdf' as const,
  bytes: Buffer.from('%PDF-1.7 nothing'),
  pages: 12,
  maxShown: 2,
  drawPages: async () => [PICTURE, PICTURE],
};
const PDF_URI = `data:application/pdf;base64,${PDF.bytes.toString('base64')}`;

const withPicture: ModelMessage[] = [
  { role: 'user', content: 'Hello' },
  { role: 'assistant', content: 'Hi' },
  { role: 'user', content: 'What is this?', pictures: [PICTURE] },
];
const withScan: ModelMessage[] = [{ role: 'user', content: 'What does it say?', documents: [PDF] }];
const onlyBefore: ModelMessage[] = [
  { role: 'user', content: '', pictures: [PICTURE] },
  { role: 'assistant', content: 'A dot.' },
  { role: 'user', content: 'Sure?' },
];

let server: Awaited<ReturnType<typeof serve>>;
afterEach(() => server?.close());

describe('attachments on the wire', () => {
  test('Responses sends parts when a message has more than text', async () => {
    server = await serve((_asked, response) =>
      sendResponses(response, [{ type: 'response.output_text.delta', delta: 'ok' }]),
    );
    const model = modelAt(server.baseUrl, { api: 'responses' });
    const messages = withPicture.map((message, index) => (index === 2 ? { ...message, documents: [PDF] } : message));
    await collect(model, asking('', { messages }));
    expect(server.asked.at(-1)?.body.input).toEqual([
      { role: 'user', content: 'Hello' },
      { role: 'assistant', content: 'Hi' },
      {
        role: 'user',
        content: [
          { type: 'input_file', filename: 'scan.pdf', file_data: PDF_URI },
          { type: 'input_image', detail: 'auto', image_url: PICTURE_URI },
          { type: 'input_text', text: 'What is this?' },
        ],
      },
    ]);
  });

  test('chat sends parts when a message has more than text, and merges neighbors with theirs', async () => {
    server = await serve((_asked, response) => sendChat(response, [{ content: 'ok' }]));
    const messages: ModelMessage[] = [
      { role: 'user', content: 'Hello' },
      { role: 'assistant', content: 'Hi' },
      { role: 'user', content: '', pictures: [PICTURE] },
      { role: 'user', content: 'What is this?' },
    ];
    await collect(modelAt(server.baseUrl), asking('', { messages }));
    expect(server.asked.at(-1)?.body.messages).toEqual([
      { role: 'system', content: 'Be kind.' },
      { role: 'user', content: 'Hello' },
      { role: 'assistant', content: 'Hi' },
      {
        role: 'user',
        content: [
          { type: 'image_url', image_url: { url: PICTURE_URI } },
          { type: 'text', text: 'What is this?' },
        ],
      },
    ]);
  });
});

test('sends a PDF to OpenAI’s own chat completions', () => {
  const question = { ...asking('', { messages: withScan }), model: 'm', isOpenAi: true, reasons: false };
  expect(chatCompletions.bodyOf(question)).toMatchObject({
    messages: [
      { role: 'system' },
      {
        content: [
          { type: 'file', file: { filename: 'scan.pdf', file_data: PDF_URI } },
          { type: 'text', text: 'What does it say?' },
        ],
      },
    ],
  });
});

describe('picture support', () => {
  const modelsAndShow = (show: object | null, architecture?: object) =>
    serve(({ path }, response) => {
      if (path === '/api/show') return show ? sendJson(response, 200, show) : sendJson(response, 404, {});
      if (path === '/v1/models') return sendJson(response, 200, { data: [{ id: 'demo', architecture }] });
      sendChat(response, [{ content: 'ok' }]);
    });

  test.each([
    ['an Ollama model with vision', { capabilities: ['completion', 'vision'] }, undefined, true],
    ['an Ollama model without vision', { capabilities: ['completion'] }, undefined, false],
    ['a llama.cpp model with pictures', null, { input_modalities: ['text', 'image'] }, true],
    ['a llama.cpp model without pictures', null, { input_modalities: ['text'] }, false],
    ['a server that reports no features', null, undefined, true],
  ])('picture support matches what the service reports: %s', async (_name, show, architecture, ok) => {
    server = await modelsAndShow(show, architecture);
    const model = modelAt(server.baseUrl);
    const reason = 'This model can’t read images.';
    expect((await model.capabilities()).seesPictures).toEqual(ok ? { ok } : { ok, reason });
    const collected = await collect(model, asking('', { messages: withPicture }));
    expect(collected.error?.message).toBe(ok ? undefined : reason);
    expect((await collect(model, asking('', { messages: onlyBefore }))).text).toBe('ok');
    const sent = JSON.stringify(server.asked.at(-1)?.body);
    expect(sent.includes('image_url')).toBe(ok);
    expect(sent).toMatch(ok ? /Sure\?/ : /an attachment that is left out.*Sure\?/);
  });

  test('requires both models to read pictures when Thinking has its own', async () => {
    server = await serve(({ path, body }, response) => {
      if (path === '/v1/models') return sendJson(response, 200, { data: [{ id: 'demo' }, { id: 'thinker' }] });
      sendJson(response, 200, { capabilities: body.model === 'demo' ? ['vision'] : ['thinking'] });
    });
    const { seesPictures, reasons } = await modelAt(server.baseUrl, { thinkingModel: 'thinker' }).capabilities();
    expect({ seesPictures: seesPictures.ok, reasons }).toEqual({ seesPictures: false, reasons: true });
  });

  test.each([
    [400, 'Invalid content type. image_url is only supported by certain models.'],
    [404, 'No endpoints found that support image input'],
    [500, 'image input is not supported - hint: if this is unexpected, you may need to provide the mmproj'],
    [400, 'demo is not a multimodal model'],
    [422, 'messages[1]: unknown variant `image_url`, expected `text`'],
    [400, 'messages[1].content must be a string'],
  ])('lack of picture support is learned from the refusal %d %s', async (status, message) => {
    server = await serve(({ path, body }, response) => {
      if (path !== '/v1/chat/completions') return sendJson(response, 404, {});
      if (JSON.stringify(body).includes('image_url')) return sendJson(response, status, { error: { message } });
      sendChat(response, [{ content: 'words alone' }]);
    });
    const model = modelAt(server.baseUrl);
    expect((await model.capabilities()).seesPictures.ok).toBe(true);
    expect((await collect(model, asking('', { messages: onlyBefore }))).text).toBe('words alone');
    const { error } = await collect(model, asking('', { messages: withPicture }));
    expect(error).toMatchObject({ code: 'model-rejected', message: 'This model can’t read images.' });
    expect((await model.capabilities()).seesPictures.ok).toBe(false);
  });

  test.each([
    "You uploaded an unsupported image. Please make sure your image has of one the following formats: ['png'].",
    'Image is too large',
    'Your input image may contain content that is not allowed by our safety system.',
    'The field `temperature` is wrong.',
  ])('lack of picture support is not learned from the refusal %s', async (message) => {
    server = await serve((_asked, response) => sendJson(response, 400, { error: { message } }));
    const model = modelAt(server.baseUrl);
    expect((await collect(model, asking('', { messages: withPicture }))).order).toEqual(['model-rejected']);
    expect((await model.capabilities()).seesPictures.ok).toBe(true);
  });
});

describe('support for PDF pages', () => {
  const sentence = 'This PDF looks scanned, and this model can’t read PDF pages. Attach a PDF with selectable text.';

  /** A chat service whose models see pictures, or not. */
  const chatService = (sees: boolean) =>
    serve(({ path }, response) => {
      if (path === '/v1/models') {
        const architecture = { input_modalities: sees ? ['text', 'image'] : ['text'] };
        return sendJson(response, 200, { data: [{ id: 'demo', architecture }] });
      }
      if (path !== '/v1/chat/completions') return sendJson(response, 404, {});
      sendChat(response, [{ content: 'ok' }]);
    });

  test('a chat model that sees pictures is shown the first pages, and how many there are', async () => {
    server = await chatService(true);
    const model = modelAt(server.baseUrl);
    expect((await model.capabilities()).readsPdf).toBe(false);
    expect((await collect(model, asking('', { messages: withScan }))).text).toBe('ok');
    expect(server.asked.at(-1)?.body.messages).toEqual([
      { role: 'system', content: 'Be kind.' },
      {
        role: 'user',
        content: [
          { type: 'image_url', image_url: { url: PICTURE_URI } },
          { type: 'image_url', image_url: { url: PICTURE_URI } },
          {
            type: 'text',
            text: '[scanned document scan.pdf: Pages 1 to 2 are shown as pictures. The document has 12 pages; the others are left out.]\n\nWhat does it say?',
          },
        ],
      },
    ]);
  });

  test('a chat model that sees no pictures cannot read PDF pages', async () => {
    server = await chatService(false);
    expect((await collect(modelAt(server.baseUrl), asking('', { messages: withScan }))).error?.message).toBe(sentence);
  });

  test.each([
    'At most 1 image(s) may be provided in one prompt.',
    'Too many images provided. This model supports up to 1 images',
  ])('a model that refuses as %s is shown as many pictures as it takes, from then on', async (message) => {
    const seen = (body: unknown) => JSON.stringify(body).split('data:image/png').length - 1;
    server = await serve(({ path, body }, response) => {
      if (path !== '/v1/chat/completions') return sendJson(response, 404, {});
      if (seen(body) > 1) return sendJson(response, 400, { error: { message } });
      sendChat(response, [{ content: 'ok' }]);
    });
    const model = modelAt(server.baseUrl);
    expect((await collect(model, asking('', { messages: withScan }))).text).toBe('ok');
    expect((await model.capabilities()).seesPictures.ok).toBe(true);
    const sent = JSON.stringify(server.asked.at(-1)?.body);
    expect(sent).toContain('Page 1 is shown as a picture. The document has 12 pages');
    const before = server.asked.length;
    const both: ModelMessage[] = [
      { role: 'user', content: 'First.', pictures: [PICTURE] },
      { role: 'assistant', content: 'A dot.' },
      { role: 'user', content: 'Second.', pictures: [PICTURE, PICTURE] },
    ];
    expect((await collect(model, asking('', { messages: both }))).text).toBe('ok');
    expect(server.asked.length - before).toBe(1);
    expect(server.asked.at(-1)?.body.messages).toContainEqual({ role: 'user', content: 'First.' });
  });

  test('pages that cannot be drawn end the reply with the reason, and are left out of earlier messages', async () => {
    server = await chatService(true);
    const model = modelAt(server.baseUrl);
    const broken = {
      ...PDF,
      drawPages: () => Promise.reject(new AppError('unsupported-type', { message: 'Broken.' })),
    };
    const question: ModelMessage = { role: 'user', content: 'Why?', documents: [broken] };
    expect((await collect(model, asking('', { messages: [question] }))).error?.message).toBe('Broken.');
    const later: ModelMessage[] = [question, { role: 'assistant', content: 'So.' }, { role: 'user', content: 'Sure?' }];
    expect((await collect(model, asking('', { messages: later }))).text).toBe('ok');
    expect(server.asked.at(-1)?.body.messages).toContainEqual({ role: 'user', content: 'Why?' });
  });

  test('a model whose server refuses a PDF is shown its pages instead, in the same reply', async () => {
    server = await serve(({ path, body }, response) => {
      if (path !== '/v1/responses') return sendJson(response, 404, {});
      if (!JSON.stringify(body).includes('input_file'))
        return sendResponses(response, [{ type: 'response.output_text.delta', delta: 'ok' }]);
      sendJson(response, 400, { error: { message: 'file inputs are not currently supported' } });
    });
    const model = modelAt(server.baseUrl, { api: 'responses' });
    expect((await model.capabilities()).readsPdf).toBe(true);
    expect((await collect(model, asking('', { messages: withScan }))).text).toBe('ok');
    expect(JSON.stringify(server.asked.at(-1)?.body).split(PICTURE_URI).length).toBe(3);
    expect((await model.capabilities()).readsPdf).toBe(false);
  });

  test('a content filter that points to its documentation does not turn off PDFs', async () => {
    const message = 'The response was filtered. To learn more, please read our documentation.';
    server = await serve((_asked, response) =>
      sendJson(response, 400, { error: { code: 'content_filter', param: 'prompt', message } }),
    );
    const model = modelAt(server.baseUrl, { api: 'responses' });
    expect((await collect(model, asking('', { messages: withScan }))).error?.code).toBe('model-filtered');
    expect((await model.capabilities()).readsPdf).toBe(true);
  });
});

describe('attachments for the demo assistant', () => {
  let sandbox: Sandbox;
  beforeAll(async () => {
    sandbox = await startSandbox({ delayMs: 0 });
  });
  afterAll(() => sandbox.close());

  test.each(['responses', 'chat'] as const)('%s sends a picture to the demo assistant', async (api) => {
    const model = modelAt(sandbox.urls.openai, { api });
    const collected = await collect(model, asking('', { messages: withPicture }));
    expect(collected.text).toMatch(/1 ?[×x] ?1/);
  });

  test('Responses sends the pages of a PDF to the demo assistant, and chat reports that it cannot', async () => {
    const responses = modelAt(sandbox.urls.openai, { api: 'responses' });
    const collected = await collect(responses, asking('', { messages: withScan }));
    expect(collected.error).toBeNull();
    expect(collected.text).toContain('scan.pdf');
    expect((await modelAt(sandbox.urls.openai, { api: 'chat' }).capabilities()).readsPdf).toBe(false);
  });
});
