import { API_KEY_SCOPES, MAX_API_KEYS } from '@parley/core';
import {
  ApiKeysResponse,
  Completion,
  CompletionErrorBody,
  CompletionEvent,
  CompletionRequest,
  ListedModel,
  ModelsResponse,
  NewApiKey,
  NewApiKeyResponse,
  Success,
} from '@parley/core/api';
import type { Operation } from '../operation.ts';

const SCOPES = API_KEY_SCOPES.map(({ id, about }) => `\`${id}\`: ${about.toLowerCase()}.`).join(' ');

export const API_KEY_OPERATIONS: Operation[] = [
  {
    method: 'get',
    path: '/api/account/api-keys',
    operationId: 'listApiKeys',
    summary: 'List the API keys of the user',
    description: 'Absent on a server that has turned API keys off. No API key may list, create or revoke keys.',
    auth: 'user',
    answer: ApiKeysResponse,
  },
  {
    method: 'post',
    path: '/api/account/api-keys',
    operationId: 'createApiKey',
    summary: 'Create an API key',
    description: `${SCOPES} A user can have ${MAX_API_KEYS}.`,
    auth: 'user',
    body: NewApiKey,
    answer: NewApiKeyResponse,
  },
  {
    method: 'delete',
    path: '/api/account/api-keys/{keyId}',
    operationId: 'revokeApiKey',
    summary: 'Revoke an API key',
    auth: 'user',
    answer: Success,
  },
  {
    method: 'post',
    path: '/v1/chat/completions',
    operationId: 'createChatCompletion',
    summary: 'Answer a chat, as OpenAI’s chat completions do',
    description:
      'For programs with an API key. The modes are the models. The message counts like any other, and is not stored as a conversation. Errors have OpenAI’s shape. A parameter that would change the form of the reply, such as `tools`, is refused.',
    auth: 'user',
    scope: 'chat',
    body: CompletionRequest,
    answer: Completion,
    streamed: CompletionEvent,
    failure: CompletionErrorBody,
  },
  {
    method: 'get',
    path: '/v1/models',
    operationId: 'listModels',
    summary: 'List the models, as OpenAI’s API does',
    auth: 'user',
    scope: 'chat',
    answer: ModelsResponse,
    failure: CompletionErrorBody,
  },
  {
    method: 'get',
    path: '/v1/models/{model}',
    operationId: 'getModel',
    summary: 'Describe a model',
    auth: 'user',
    scope: 'chat',
    answer: ListedModel,
    failure: CompletionErrorBody,
  },
];
