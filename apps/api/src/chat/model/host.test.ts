import { expect, test } from 'vitest';
import { hostOf } from './host.ts';

test.each([
  'https://example.openai.azure.com/openai/v1',
  'https://example.cognitiveservices.azure.com/openai/v1/',
  'https://example.services.ai.azure.com/openai/v1',
  'https://example.services.ai.azure.com/api/projects/example/openai/v1',
])('%s is OpenAI at Azure, which lists models instead of deployments', (address) => {
  expect(hostOf(address)).toMatchObject({ isOpenAi: true, protocol: 'responses', listsModels: false });
});

test.each([
  'https://example.services.ai.azure.com/models',
  'https://services.ai.azure.com.example.org/openai/v1',
  'https://openrouter.ai/api/v1',
])('%s is another service', (address) => {
  expect(hostOf(address)).toMatchObject({ isOpenAi: false, protocol: 'chat', listsModels: true });
});
