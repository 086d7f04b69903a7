import { z } from 'zod';
import {
  Attachment,
  Conversation,
  ErrorBody,
  Message,
  Project,
  StreamLine,
  Usage,
  User,
  UserEvent,
} from '@parley/core/api';
import { ACCOUNT_OPERATIONS } from './account/account-operations.ts';
import { ADMIN_OPERATIONS } from './operator/admin-operations.ts';
import { API_KEY_OPERATIONS } from './account/api-key-operations.ts';
import { AUTH_OPERATIONS } from './account/auth-operations.ts';
import { BRAND_OPERATIONS } from './operator/brand-operations.ts';
import { BILLING_OPERATIONS } from './account/billing-operations.ts';
import { CHAT_OPERATIONS } from './chat/chat-operations.ts';
import { SPEECH_OPERATIONS } from './chat/speech-operations.ts';
import { DICTATION_OPERATIONS } from './chat/dictation-operations.ts';
import { FEEDBACK_OPERATIONS } from './chat/feedback-operations.ts';
import { FILE_OPERATIONS } from './chat/file-operations.ts';
import { ONBOARDING_OPERATIONS } from './account/onboarding-operations.ts';
import { isJson, type Operation, type OtherContent } from './operation.ts';
import { MEMORY_OPERATIONS } from './account/memory-operations.ts';
import { PROJECT_OPERATIONS } from './chat/project-operations.ts';
import { PROVIDER_OPERATIONS } from './account/provider-operations.ts';
import { SECOND_FACTOR_OPERATIONS } from './account/second-factor-operations.ts';
import { SHARE_OPERATIONS } from './chat/share-operations.ts';
import { SERVER_OPERATIONS } from './operator/server-operations.ts';

/** All operations of the API. */
export const OPERATIONS: Operation[] = [
  ...AUTH_OPERATIONS,
  ...SECOND_FACTOR_OPERATIONS,
  ...PROVIDER_OPERATIONS,
  ...ACCOUNT_OPERATIONS,
  ...CHAT_OPERATIONS,
  ...FILE_OPERATIONS,
  ...DICTATION_OPERATIONS,
  ...SPEECH_OPERATIONS,
  ...API_KEY_OPERATIONS,
  ...MEMORY_OPERATIONS,
  ...PROJECT_OPERATIONS,
  ...SHARE_OPERATIONS,
  ...FEEDBACK_OPERATIONS,
  ...BILLING_OPERATIONS,
  ...ADMIN_OPERATIONS,
  ...ONBOARDING_OPERATIONS,
  ...BRAND_OPERATIONS,
  ...SERVER_OPERATIONS,
];

const NAMED = {
  Error: ErrorBody,
  User,
  Attachment,
  Message,
  Conversation,
  Project,
  Usage,
  StreamEvent: StreamLine,
  UserEvent,
};

const STREAMED = 'One JSON object per `data:` line. The last line is `[DONE]`; a reply that fails ends with an error.';

/**
 * The OpenAPI document of the API, generated from the schemas that validate requests. Without API keys, it leaves out
 * what only they are for.
 */
export function openApiDocument(productName: string, hasApiKeys: boolean): object {
  const paths: Record<string, Record<string, object>> = {};
  for (const operation of OPERATIONS) {
    if (!hasApiKeys && API_KEY_OPERATIONS.includes(operation)) continue;
    (paths[operation.path] ??= {})[operation.method] = describe(operation);
  }
  return {
    openapi: '3.1.0',
    info: { title: `${productName} API`, version: '1.0.0', description: 'The page at /api starts with examples.' },
    // Resolved against the document's own URL.
    servers: [{ url: '/' }],
    paths,
    components: { schemas: namedShapes(), securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } } },
  };
}

function describe(operation: Operation): object {
  const {
    operationId,
    summary,
    description,
    auth,
    scope,
    body,
    answer,
    otherAnswers = [],
    streamed,
    notYet,
    ...rest
  } = operation;
  const contents = [answer, ...otherAnswers].reduce<object>(
    (all, each) => ({ ...all, ...contentOf(each, 'output') }),
    {},
  );
  return {
    operationId,
    summary,
    ...(description !== undefined && { description }),
    security: auth === 'user' ? [{ bearer: [] }] : [{}, { bearer: [] }],
    ...(scope && { 'x-api-key-scope': scope }),
    parameters: parametersOf(rest),
    ...(body && { requestBody: { required: true, content: contentOf(body, 'input') } }),
    responses: {
      200: { description: 'OK', content: { ...contents, ...(streamed && streamOf(streamed)) } },
      ...(notYet && { 202: { description: 'Not yet', content: contentOf(notYet, 'output') } }),
      default: {
        description:
          'Every error has this shape; 429 and 503 come with `Retry-After` where waiting helps. `message` is in the language of `Accept-Language`, if the server has it.',
        content: contentOf(rest.failure ?? ErrorBody, 'output'),
      },
    },
  };
}

function parametersOf({ path, query, headers = {} }: Pick<Operation, 'path' | 'query' | 'headers'>): object[] {
  const { properties = {}, required = [] } = query ? toSchema(query, 'input') : {};
  return [
    ...[...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
      name,
      in: 'path',
      required: true,
      schema: { type: 'string' },
    })),
    ...Object.entries(properties).map(([name, schema]) => ({
      name,
      in: 'query',
      required: required.includes(name),
      schema,
    })),
    ...Object.entries(headers).map(([name, description]) => ({
      name,
      in: 'header',
      description,
      schema: { type: 'string' },
    })),
  ];
}

function contentOf(content: z.ZodType | OtherContent, io: 'input' | 'output'): object {
  if (isJson(content)) return { 'application/json': { schema: toSchema(content, io) } };
  const { type, description, item } = content;
  if (type === 'text/event-stream')
    return {
      [type]: {
        schema: { type: 'string', description },
        // The registered name of OpenAPI 3.2's `itemSchema` in a document of 3.1, where that field is an error.
        'x-oai-itemSchema': item ? toSchema(item, io) : ref('StreamEvent'),
      },
    };
  return { [type]: { schema: { description } } };
}

function streamOf(item: z.ZodType): object {
  return contentOf({ type: 'text/event-stream', description: STREAMED, item }, 'output');
}

function ref(name: keyof typeof NAMED): object {
  return { $ref: `#/components/schemas/${name}` };
}

function toSchema(schema: z.ZodType, io: 'input' | 'output'): z.core.JSONSchema.ObjectSchema {
  const { $schema: _, ...made } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    override: io === 'output' ? asOutput : () => {},
  });
  return made as z.core.JSONSchema.ObjectSchema;
}

/** Responses reference the named schemas and may gain fields. */
function asOutput({
  zodSchema,
  jsonSchema,
}: {
  zodSchema: z.core.$ZodTypes;
  jsonSchema: z.core.JSONSchema.BaseSchema;
}): void {
  const named = Object.entries(NAMED).find(([, schema]) => (schema as unknown) === zodSchema);
  if (named) {
    for (const key of Object.keys(jsonSchema)) delete jsonSchema[key];
    jsonSchema.$ref = `#/components/schemas/${named[0]}`;
  } else {
    delete jsonSchema.additionalProperties;
  }
}

function namedShapes(): object {
  const registry = z.registry<{ id: string }>();
  for (const [id, schema] of Object.entries(NAMED)) registry.add(schema, { id });
  const { schemas } = z.toJSONSchema(registry, {
    uri: (id) => `#/components/schemas/${id}`,
    unrepresentable: 'any',
    override: ({ jsonSchema }) => void delete jsonSchema.additionalProperties,
  });
  return Object.fromEntries(
    Object.entries(schemas).map(([name, { $schema: _schema, $id: _id, ...schema }]) => [name, schema]),
  );
}
