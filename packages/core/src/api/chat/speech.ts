import { z } from 'zod';
import { LONGEST_SENTENCE } from '../../chat/speech.ts';

/** POST /api/audio/speech; the answer is the audio. */
export const SpeechRequest = z.object({
  messageId: z.string().max(64),
  sentence: z.string().min(1).max(LONGEST_SENTENCE).describe('A sentence of the reply without its Markdown.'),
});
export type SpeechRequest = z.infer<typeof SpeechRequest>;
