import OpenAI from 'openai';
import type { ChatCompletionMessageParam, ChatCompletionTool } from 'openai/resources/chat/completions';
import type { FunctionTool, ResponseInputItem } from 'openai/resources/responses/responses';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
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

const WORDS = 'Please [[call calculate {"expression":"6*7"}]]';
const parameters = { type: 'object', properties: { expression: { type: 'string' } } };
const CHAT_TOOLS: ChatCompletionTool[] = [{ type: 'function', function: { name: 'calculate', parameters } }];
const TOOLS: FunctionTool[] = [{ type: 'function', name: 'calculate', parameters, strict: false }];

test('the SDK reads a function call of chat completions, and the answer after its result', async () => {
  const messages: ChatCompletionMessageParam[] = [{ role: 'user', content: WORDS }];
  const first = client.chat.completions.stream({ model: 'demo', messages, tools: CHAT_TOOLS });
  const { choices } = await first.finalChatCompletion();
  expect(choices[0]?.finish_reason).toBe('tool_calls');
  const message = choices[0]?.message;
  const [call] = message?.tool_calls ?? [];
  expect(call).toMatchObject({ type: 'function', function: { name: 'calculate', arguments: '{"expression":"6*7"}' } });
  if (!message || !call) throw new Error('There is no call.');
  const answered: ChatCompletionMessageParam[] = [
    ...messages,
    message,
    { role: 'tool', tool_call_id: call.id, content: '42' },
  ];
  const second = await client.chat.completions.create({ model: 'demo', messages: answered, tools: CHAT_TOOLS });
  expect(second.choices[0]?.message.content).toContain('`calculate`: 42');
});

test('the SDK reads a function call of Responses, and the answer after its result and signed reasoning', async () => {
  const input: ResponseInputItem[] = [{ role: 'user', content: WORDS }];
  const asking = { model: 'demo', tools: TOOLS, store: false, include: ['reasoning.encrypted_content' as const] };
  const { output } = await client.responses.stream({ ...asking, input }).finalResponse();
  expect(output.map(({ type }) => type)).toEqual(['reasoning', 'function_call']);
  const call = output.find((item) => item.type === 'function_call');
  expect(call).toMatchObject({ name: 'calculate', arguments: '{"expression":"6*7"}' });
  const result: ResponseInputItem = { type: 'function_call_output', call_id: call?.call_id ?? '', output: '42' };
  const items = [...input, ...output, result] as ResponseInputItem[];
  const second = await client.responses.create({ ...asking, input: items });
  expect(second.output_text).toContain('`calculate`: 42');
  const [reasoning, ...rest] = output;
  const forged = { ...reasoning, encrypted_content: 'forged' };
  const refused = client.responses.create({
    ...asking,
    input: [...input, forged, ...rest, result] as ResponseInputItem[],
  });
  await expect(refused).rejects.toThrow('could not be verified');
});

test('the SDK reads text and a call of one answer, and several calls', async () => {
  const content = '[[saycall calculate {"expression":"1+1"}]] [[call calculate {"expression":"2+2"}]]';
  const { choices } = await client.chat.completions
    .stream({ model: 'demo', messages: [{ role: 'user', content }], tools: CHAT_TOOLS })
    .finalChatCompletion();
  expect(choices[0]?.message).toMatchObject({ content: 'Let me see.', tool_calls: [{}, {}] });
  const { output } = await client.responses.create({ model: 'demo', input: content, tools: TOOLS });
  expect(output.map(({ type }) => type)).toEqual(['message', 'function_call', 'function_call']);
});

test('the sandbox rejects results without calls, calls without results, and tools on [[notools]]', async () => {
  const result = { role: 'tool', tool_call_id: 'none', content: '42' } as const;
  const create = (messages: ChatCompletionMessageParam[]) =>
    client.chat.completions.create({ model: 'demo', messages, tools: CHAT_TOOLS });
  await expect(create([{ role: 'user', content: 'hi' }, result])).rejects.toThrow("role 'tool'");
  const call: ResponseInputItem = { type: 'function_call', call_id: 'c', name: 'calculate', arguments: '{}' };
  await expect(client.responses.create({ model: 'demo', input: [call], tools: TOOLS })).rejects.toThrow(
    'No tool output found for function call c.',
  );
  await expect(create([{ role: 'user', content: '[[notools]]' }])).rejects.toThrow('does not support tools');
});
