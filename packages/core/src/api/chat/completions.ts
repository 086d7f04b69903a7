import { z } from 'zod';
import { t } from '../../language/translate.ts';

/** Maximum messages of a request. */
const MAX_MESSAGES = 2000;

const ContentPart = z.object({
  type: z.string().describe('`text` or `image_url`.'),
  text: z.exactOptional(z.string()),
  image_url: z.exactOptional(z.object({ url: z.string().describe('A data URI of an image.') })),
});

const CompletionMessage = z.object({
  role: z.string().describe('`system`, `developer`, `user` or `assistant`.'),
  content: z.union([z.string(), z.array(ContentPart)]).nullish(),
  tool_calls: z.unknown().optional(),
});

/** As many as OpenAI takes. */
const MAX_STOP_SEQUENCES = 4;
const StopSequence = z
  .string()
  .min(1, t`must not be empty`)
  .max(1000);

const TokenLimit = z.int().min(1).nullish();

/** POST /v1/chat/completions, in OpenAI’s field names. Other fields change nothing. */
export const CompletionRequest = z.object({
  model: z.string().max(200).describe('The id of a mode, as GET /v1/models lists them.'),
  messages: z.array(CompletionMessage).min(1).max(MAX_MESSAGES).describe('Oldest first; the last is the question.'),
  stream: z.boolean().nullish(),
  stream_options: z.object({ include_usage: z.boolean().nullish() }).nullish(),
  stop: z
    .union([StopSequence, z.array(StopSequence).max(MAX_STOP_SEQUENCES)])
    .nullish()
    .describe('The reply ends before the first of these texts.'),
  max_tokens: TokenLimit.describe('Of the reply.'),
  max_completion_tokens: TokenLimit.describe('Takes precedence over `max_tokens`.'),
});
export type CompletionRequest = z.infer<typeof CompletionRequest>;

const FinishReason = z.enum(['stop', 'length']);

/** Estimated tokens of a request and its reply. */
export const CompletionUsage = z.object({
  prompt_tokens: z.int(),
  completion_tokens: z.int(),
  total_tokens: z.int(),
});
export type CompletionUsage = z.infer<typeof CompletionUsage>;

const Citation = z.object({
  type: z.literal('url_citation'),
  url_citation: z.object({ url: z.string(), title: z.string(), start_index: z.int(), end_index: z.int() }),
});
export type Citation = z.infer<typeof Citation>;

/** A whole reply. */
export const Completion = z.object({
  id: z.string(),
  object: z.literal('chat.completion'),
  created: z.int().describe('Seconds since 1970.'),
  model: z.string(),
  choices: z.array(
    z.object({
      index: z.literal(0),
      message: z.object({
        role: z.literal('assistant'),
        content: z.string(),
        refusal: z.null(),
        reasoning_content: z.exactOptional(z.string()),
        annotations: z.array(Citation),
      }),
      finish_reason: FinishReason,
      logprobs: z.null(),
    }),
  ),
  usage: CompletionUsage,
});
export type Completion = z.infer<typeof Completion>;

/** A piece of a streamed reply. */
export const CompletionChunk = z.object({
  id: z.string(),
  object: z.literal('chat.completion.chunk'),
  created: z.int(),
  model: z.string(),
  choices: z.array(
    z.object({
      index: z.literal(0),
      delta: z.object({
        role: z.exactOptional(z.literal('assistant')),
        content: z.exactOptional(z.string()),
        reasoning_content: z.exactOptional(z.string()),
        annotations: z.exactOptional(z.array(Citation)),
      }),
      finish_reason: FinishReason.nullable(),
      logprobs: z.null(),
    }),
  ),
  usage: z.exactOptional(CompletionUsage.nullable()),
});
export type CompletionChunk = z.infer<typeof CompletionChunk>;

/** The response to every failed request at /v1, and the last event of a stream that fails: an error in OpenAI’s shape. */
export const CompletionErrorBody = z.object({
  error: z.object({
    message: z.string(),
    type: z.string(),
    param: z.string().nullable().describe('The refused parameter.'),
    code: z.string().nullable(),
  }),
});
export type CompletionErrorBody = z.infer<typeof CompletionErrorBody>;

/** One event of a stream. After the last one comes the text `[DONE]`, unless it is an error. */
export const CompletionEvent = z.union([CompletionChunk, CompletionErrorBody]);

/** GET /v1/models/{model} */
export const ListedModel = z.object({
  id: z.string(),
  object: z.literal('model'),
  created: z.int(),
  owned_by: z.string(),
});
export type ListedModel = z.infer<typeof ListedModel>;

/** GET /v1/models */
export const ModelsResponse = z.object({ object: z.literal('list'), data: z.array(ListedModel) });
export type ModelsResponse = z.infer<typeof ModelsResponse>;
