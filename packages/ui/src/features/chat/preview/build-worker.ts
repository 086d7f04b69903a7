import { buildDocument } from './build-document.ts';
import { TooComplexError } from './parse-page.ts';
import type { PreviewBlock } from './preview-block.ts';

export type FromBuildWorker =
  /** The first message: its files have loaded. */
  | { kind: 'begin' }
  | { kind: 'document'; source: string }
  /** A component does not compile. */
  | { kind: 'error'; text: string }
  | { kind: 'stop'; why: 'complex' | 'unavailable' };

const send = (message: FromBuildWorker) => self.postMessage(message);

self.addEventListener('message', ({ data }: MessageEvent<PreviewBlock>) => {
  buildDocument(data).then(
    (source) => send({ kind: 'document', source }),
    (error: unknown) => {
      if (error instanceof SyntaxError) send({ kind: 'error', text: String(error) });
      else send({ kind: 'stop', why: error instanceof TooComplexError ? 'complex' : 'unavailable' });
    },
  );
});
send({ kind: 'begin' });
