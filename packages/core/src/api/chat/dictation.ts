import { z } from 'zod';
import { Success } from '../response.ts';

/** POST /api/audio/transcriptions with the recording as the body. */
export const TranscriptionResponse = Success.extend({
  text: z.string().describe('The spoken words; empty if there are none.'),
});
export type TranscriptionResponse = z.infer<typeof TranscriptionResponse>;
