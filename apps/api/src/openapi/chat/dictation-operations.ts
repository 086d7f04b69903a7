import { TranscriptionResponse } from '@parley/core/api';
import type { Operation } from '../operation.ts';

export const DICTATION_OPERATIONS: Operation[] = [
  {
    method: 'post',
    path: '/api/audio/transcriptions',
    operationId: 'transcribeAudio',
    summary: 'Turn recorded speech into text',
    description:
      'Only on servers with `takesDictation` in their settings. The recording is sent to the operator’s transcription service and not stored. Opus, AAC or PCM in WebM, Ogg, MP4 or WAV, at most 5 minutes and 10 MB; the bytes decide, whatever the Content-Type. How much one account may dictate per day is limited; beyond that it gets 429.',
    auth: 'user',
    body: { type: 'audio/*', description: 'The bytes of the recording.' },
    answer: TranscriptionResponse,
  },
];
