import { encode } from 'fast-png';
import OpenAI from 'openai';
import type { ChatCompletionContentPart } from 'openai/resources/chat/completions';
import type { ResponseInputContent } from 'openai/resources/responses/responses';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startSandbox, type Sandbox } from '../../start.ts';
import { clientOptions } from '../testing.ts';

let sandbox: Sandbox;
let client: OpenAI;

beforeAll(async () => {
  sandbox = await startSandbox({ faults: true, delayMs: 0 });
  client = new OpenAI(clientOptions(sandbox));
});
afterAll(() => sandbox.close());

/** 40 by 20 pixels of one color. */
const png = Buffer.from(
  encode({
    width: 40,
    height: 20,
    channels: 3,
    data: Uint8Array.from({ length: 2400 }, (_, at) => [32, 64, 96][at % 3]!),
  }),
);

const dataUri = (type: string, bytes: Buffer | string) =>
  `data:${type};base64,${Buffer.from(bytes).toString('base64')}`;

async function viaResponses(...content: ResponseInputContent[]): Promise<string> {
  return (await client.responses.create({ model: 'demo', input: [{ role: 'user', content }] })).output_text;
}

async function viaChat(...content: ChatCompletionContentPart[]): Promise<string> {
  const answer = await client.chat.completions.create({ model: 'demo', messages: [{ role: 'user', content }] });
  return answer.choices[0]?.message.content ?? '';
}

const PDF = '%PDF-1.4\n1 0 obj<</Type/Pages/Count 2>>\n2 0 obj<</Type/Page>>\n3 0 obj<</Type /Page >>\n%%EOF';

describe('a picture', () => {
  test('a picture is measured without claims about its content', async () => {
    const image_url = dataUri('image/png', png);
    for (const text of [
      await viaResponses(
        { type: 'input_text', text: 'What is this?' },
        { type: 'input_image', image_url, detail: 'auto' },
      ),
      await viaChat({ type: 'text', text: 'What is this?' }, { type: 'image_url', image_url: { url: image_url } }),
    ]) {
      expect(text).toContain('I can’t see images');
      expect(text).toContain('| Type | PNG |');
      expect(text).toContain(`| Size | ${png.length} bytes |`);
      expect(text).toContain('| Pixels | 40 × 20 |');
      expect(text).toContain('| Mean color | `#204060` |');
    }
  });

  test.each([
    ['a URL instead of data', 'https://example.com/a.png', 'auto', 'invalid_image_url'],
    ['empty', 'data:image/png;base64,', 'auto', 'invalid_value'],
    ['not a picture', dataUri('image/png', 'hello'), 'auto', 'image_parse_error'],
    ['of another type than declared', dataUri('image/jpeg', PDF), 'auto', 'image_parse_error'],
    ['text', dataUri('text/plain', 'hello'), 'auto', 'invalid_image_format'],
  ])('a picture that is %s is rejected', async (_, url, detail, code) => {
    const error = { status: 400, code };
    const asResponse = { type: 'input_image', image_url: url, detail } as ResponseInputContent;
    await expect(viaResponses(asResponse)).rejects.toMatchObject(error);
    await expect(viaChat({ type: 'image_url', image_url: { url } })).rejects.toMatchObject(error);
  });

  test('a picture requires `detail` in Responses', async () => {
    const part = { type: 'input_image', image_url: dataUri('image/png', png) };
    await expect(viaResponses(part as ResponseInputContent)).rejects.toMatchObject({
      status: 400,
      code: 'missing_required_parameter',
      param: 'input[0].content[0].detail',
    });
    const sharp = { ...part, detail: 'sharp' } as unknown as ResponseInputContent;
    await expect(viaResponses(sharp)).rejects.toMatchObject({ status: 400, code: 'invalid_value' });
  });
});

describe('a file', () => {
  test('the pages of a PDF file are counted', async () => {
    const file_data = dataUri('application/pdf', PDF);
    for (const text of [
      await viaResponses({ type: 'input_file', filename: 'plan.pdf', file_data }),
      await viaChat({ type: 'file', file: { filename: 'plan.pdf', file_data } }),
    ]) {
      expect(text).toContain('**plan.pdf** came as a whole PDF. It has 2 pages.');
    }
  });

  test('a text file is quoted in Responses', async () => {
    const file_data = dataUri('text/plain', 'Tides follow the moon. Whales sing. Sand is small stone.');
    const text = await viaResponses(
      { type: 'input_file', filename: 'sea.txt', file_data },
      { type: 'input_text', text: 'What do whales do?' },
    );
    expect(text).toContain('> Whales sing.\n>\n> — **sea.txt**');
    await expect(viaChat({ type: 'file', file: { filename: 'sea.txt', file_data } })).rejects.toMatchObject({
      status: 400,
      code: 'invalid_value',
    });
  });

  test.each([
    [{ file_data: dataUri('application/pdf', PDF) }, 'missing_required_parameter'],
    [{ filename: 'a.pdf' }, 'missing_required_parameter'],
    [{ filename: 'a.pdf', file_data: Buffer.from(PDF).toString('base64') }, 'invalid_value'],
    [{ filename: 'a.pdf', file_data: dataUri('application/pdf', 'hello') }, 'invalid_value'],
    [{ filename: 'a.zip', file_data: dataUri('application/zip', 'PK') }, 'invalid_value'],
  ])('a malformed file is rejected (%#)', async (file, code) => {
    await expect(viaResponses({ type: 'input_file', ...file })).rejects.toMatchObject({ status: 400, code });
    await expect(viaChat({ type: 'file', file })).rejects.toMatchObject({ status: 400, code });
  });
});

test('content parts of the other API or of no API are rejected', async () => {
  const chatPart = { type: 'text', text: 'x' } as unknown as ResponseInputContent;
  await expect(viaResponses(chatPart)).rejects.toMatchObject({ status: 400, param: 'input[0].content[0].type' });
  const responsesPart = { type: 'input_text', text: 'x' } as unknown as ChatCompletionContentPart;
  await expect(viaChat(responsesPart)).rejects.toMatchObject({ status: 400, param: 'messages[0].content[0].type' });
  const answered = [{ role: 'assistant' as const, content: [{ type: 'input_text' as const, text: 'x' }] }];
  await expect(client.responses.create({ model: 'demo', input: answered })).rejects.toThrow("'output_text', 'refusal'");
});

test('scenario words in an attached document are ignored', async () => {
  const wrapped = '<document name="a.txt">\nA line with [[500]] in it.\n</document>';
  expect(await viaChat({ type: 'text', text: `${wrapped}\n\nHow many lines?` })).toContain('**a.txt**');
  expect(await viaChat({ type: 'text', text: `${wrapped}\n[[echo]]` })).toBe(
    '[[echo]]\n</document>\nA line with [[500]] in it.\n<document name="a.txt">',
  );
});
