import type { FromBuildWorker } from './build-worker.ts';
import type { PreviewStop } from './open-frame.ts';
import type { PreviewBlock } from './preview-block.ts';

/** Milliseconds that the worker may take, which is as long as a frame may be silent. */
const MOST_MS = 8000;

export interface BuildListener {
  onDocument: (source: string) => void;
  /** A component does not compile. */
  onError: (text: string) => void;
  onStop: (why: PreviewStop) => void;
}

/**
 * Builds the document of a preview in a worker, and reports once, unless the returned function is called before. Parsing
 * a model's code can take longer than the app may wait.
 */
export function buildInWorker(block: PreviewBlock, { onDocument, onError, onStop }: BuildListener): () => void {
  const worker = new Worker(new URL('./build-worker.ts', import.meta.url), { type: 'module' });
  let timer: ReturnType<typeof setTimeout> | undefined;
  const close = () => {
    clearTimeout(timer);
    worker.terminate();
  };
  const stop = (why: PreviewStop) => {
    close();
    onStop(why);
  };
  worker.onerror = () => stop('unavailable');
  worker.onmessage = ({ data }: MessageEvent<FromBuildWorker>) => {
    if (data.kind === 'begin') {
      timer = setTimeout(() => stop('silent'), MOST_MS);
      return;
    }
    close();
    if (data.kind === 'document') onDocument(data.source);
    else if (data.kind === 'error') onError(data.text);
    else onStop(data.why);
  };
  worker.postMessage(block);
  return close;
}
