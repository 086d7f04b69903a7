import { expect, test } from 'vitest';
import { hostOf } from './host.ts';

test.each([
  [null, true, 'responses', true],
  ['https://example.openai.azure.com/openai/v1', true, 'responses', false],
  // Other models, which lack the Responses API, are served here too.
  ['https://example.cognitiveservices.azure.com/openai/v1/', false, 'chat', false],
  ['https://example.services.ai.azure.com/openai/v1', false, 'chat', false],
  ['https://services.ai.azure.com.example.org/openai/v1', false, 'chat', true],
  ['https://openrouter.ai/api/v1', false, 'chat', true],
])('of %s: OpenAI %s, protocol %s, lists what requests name %s', (address, isOpenAi, protocol, listsModels) => {
  expect(hostOf(address)).toMatchObject({ isOpenAi, protocol, listsModels });
});
