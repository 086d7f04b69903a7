import { z } from 'zod';
import { ModelName } from './message.ts';
import { Success } from '../response.ts';

/** A model that the user can choose. */
export const ModelOption = ModelName.extend({
  description: z.string().describe('One sentence.'),
  isAnswering: z.boolean().describe('False while its provider fails and is set aside.'),
});
export type ModelOption = z.infer<typeof ModelOption>;

/** GET /api/chat/models */
export const ModelOptionsResponse = Success.extend({
  models: z
    .array(ModelOption)
    .describe('Those of your plan, the first one by default; empty on a server with one model.'),
});
export type ModelOptionsResponse = z.infer<typeof ModelOptionsResponse>;
