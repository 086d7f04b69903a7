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

const ASKING = 'Name this conversation in 2 to 5 words, in the language of the user. Answer with the name only.';

const APIS: { api: string; title: (text: string) => Promise<string> }[] = [
  {
    api: 'responses',
    title: async (text) => {
      const response = await client.responses.create({ model: 'demo', instructions: ASKING, input: text });
      expect(response.status).toBe('completed');
      return response.output_text;
    },
  },
  {
    api: 'responses, streamed',
    title: async (text) => {
      const input = [{ role: 'user' as const, content: [{ type: 'input_text' as const, text }] }];
      const stream = client.responses.stream({ model: 'demo', instructions: ASKING, input });
      return (await stream.finalResponse()).output_text;
    },
  },
  {
    api: 'chat completions',
    title: async (text) => {
      const answer = await client.chat.completions.create({ model: 'demo', messages: messages(text) });
      expect(answer.choices[0]?.finish_reason).toBe('stop');
      return answer.choices[0]?.message.content ?? '';
    },
  },
  {
    api: 'chat completions, streamed',
    title: async (text) => {
      const stream = client.chat.completions.stream({ model: 'demo', messages: messages(text) });
      return (await stream.finalContent()) ?? '';
    },
  },
];

function messages(content: string) {
  return [
    { role: 'system' as const, content: ASKING },
    { role: 'user' as const, content },
  ];
}

describe.each(APIS)('a title over $api', ({ title }) => {
  test.each([
    ['Can you plan a trip to Lisbon with two children?', 'Can you plan a trip to'],
    ['Hello!', 'Hello'],
    ['Wie backe ich ein Brot mit Sauerteig?', 'Wie backe ich ein Brot mit'],
    ['¿Cómo se hace una tortilla de patatas?', '¿Cómo se hace una tortilla de'],
    ['明日の天気はどうですか？教えて', '明日の天気はどうですか'],
    ['What is it?', 'What is it'],
    ['[[500]] [[long 5]]', '[[500]] [[long 5]]'],
    ['12 + 3 * 4', '12 + 3 * 4'],
    ['[[cut]] Sailing around Cape Horn', 'Sailing around Cape Horn'],
    ['<document name="tax-report.pdf">\nNumbers.\n</document>', 'Tax-report'],
    ['…', 'New conversation'],
  ])('the model titles the message: %s', async (text, expected) => {
    expect(await title(text)).toBe(expected);
    await expect.poll(() => sandbox.log()).toMatchObject([{ kind: 'title', status: 200, ended: true }]);
  });
});

test('a search query is the user’s last message', async () => {
  const { output_text } = await client.responses.create({
    model: 'demo',
    instructions: 'Write the query for a web search that finds what the last message asks for.',
    input: 'User: [[500]] What is a cookie?\n\nAssistant: A small file.\n\nUser: And who\nstores it?',
  });
  expect(output_text).toBe('And who stores it?');
  expect(sandbox.log()).toMatchObject([{ kind: 'query' }]);
});

test('an answer is not mistaken for a title', async () => {
  await client.responses.create({ model: 'demo', instructions: 'Be kind.', input: 'Name this conversation' });
  expect(sandbox.log()).toMatchObject([{ kind: 'reply', instructions: 'Be kind.' }]);
});
