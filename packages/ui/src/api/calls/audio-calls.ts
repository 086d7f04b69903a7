import { fit, type SpeechRequest, type TranscriptionResponse } from '@parley/core';
import type { Call, TransportOptions } from '../create-transport.ts';
import { TransportError } from '../transport-error.ts';
import { sendFile } from '../upload-file.ts';

interface AudioTransport extends Pick<TransportOptions, 'apiUrl' | 'token'> {
  request(path: string, call: Call, signal: AbortSignal): Promise<Response>;
  reportUnauthorized(error: unknown, bearer: string | null): void;
}

/** Speech that is still arriving. */
export interface Speech {
  /** MIME type. */
  type: string;
  body: ReadableStream<Uint8Array<ArrayBuffer>>;
}

/** The calls about speech, loaded with the first of them. Rejects as the API client does. */
export function createAudioCalls({ apiUrl, token, request, reportUnauthorized }: AudioTransport) {
  return {
    /** Speaks a sentence of a reply; resolves when its audio begins to arrive. The signal also ends that. */
    async speak(sentence: SpeechRequest, signal: AbortSignal): Promise<Speech> {
      const { body, headers } = await request('/api/audio/speech', { method: 'POST', body: sentence }, signal);
      if (!body) throw new TransportError('The answer has no audio.');
      return { type: headers.get('Content-Type') ?? '', body };
    },
    /** Resolves to the spoken words, empty if there are none. */
    async transcribe(file: Blob, signal: AbortSignal): Promise<string> {
      const bearer = token();
      try {
        return readWords(await sendFile({ url: `${apiUrl}/api/audio/transcriptions`, file, bearer, signal }));
      } catch (error) {
        reportUnauthorized(error, bearer);
        throw error;
      }
    },
  };
}

function readWords(answer: string): string {
  try {
    return fit<TranscriptionResponse>(JSON.parse(answer), { text: '' }).text;
  } catch (error) {
    throw new TransportError('The answer is not from this server.', { cause: error });
  }
}
