import type { Speech } from '../../../api/calls/audio-calls.ts';
import { reached } from '../../../api/transport-error.ts';

type Bytes = Uint8Array<ArrayBuffer>;

/** Speech that can be read several times, also while it arrives. */
export interface ReceivedSpeech {
  /** MIME type. */
  type: string;
  /** The pieces from the first one on, each as soon as it is there. Throws when the connection breaks. */
  pieces(): AsyncGenerator<Bytes, void>;
  /** Resolves when all of it has arrived; rejects when the connection breaks. */
  arrived: Promise<void>;
}

/** Reads speech into memory as it arrives. */
export function receiveSpeech({ type, body }: Speech): ReceivedSpeech {
  const pieces: Bytes[] = [];
  const reader = body.getReader();
  const { promise: arrived, resolve, reject } = Promise.withResolvers<void>();
  /** The piece after those that are here; null at the end. */
  let next = read();
  arrived.catch(() => {});

  function read(): Promise<Bytes | null> {
    const reading = reached(reader.read()).then(({ value }) => {
      if (!value) {
        resolve();
        return null;
      }
      pieces.push(value);
      next = read();
      return value;
    });
    reading.catch(reject);
    return reading;
  }

  return {
    type,
    arrived,
    async *pieces() {
      for (let index = 0; ; index++) {
        const piece = pieces[index] ?? (await next);
        if (!piece) return;
        yield piece;
      }
    },
  };
}
