import { SpeechRequest } from '@parley/core/api';
import type { Operation } from '../operation.ts';

export const SPEECH_OPERATIONS: Operation[] = [
  {
    method: 'post',
    path: '/api/audio/speech',
    operationId: 'createSpeech',
    summary: 'Read a sentence of a reply aloud',
    description:
      'Only on servers with `readsAloud` in their settings. The sentence is sent to the operator’s speech service, which speaks only sentences of the account’s own replies. How many characters one account may have read per day is limited; beyond that it gets 429.',
    auth: 'user',
    body: SpeechRequest,
    answer: { type: 'audio/*', description: 'The speech, as MP3 or WAV.' },
  },
];
