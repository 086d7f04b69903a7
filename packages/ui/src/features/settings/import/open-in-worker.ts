import type { FromImportWorker, ToImportWorker } from './import-worker.ts';
import type { ConversationToImport, ExportPreview } from './read-export.ts';

/** Reads an export in a thread of its own, so that the page stays responsive. */
export interface ImportReader {
  preview(files: File[], onProgress: (share: number) => void): Promise<ExportPreview>;
  read(keys: string[]): AsyncIterable<ConversationToImport>;
  close(): void;
}

/** The preview and the import have a worker each: what the first one allocated is free before the second one starts. */
export function openInWorker(): ImportReader {
  let opened: File[] = [];
  let worker: Worker | undefined;
  const start = () => {
    worker = new Worker(new URL('./import-worker.ts', import.meta.url), { type: 'module' });
  };
  const send = (message: ToImportWorker) => worker?.postMessage(message);
  /** Resolves with the next message of this type. */
  const receive = <Type extends FromImportWorker['type']>(type: Type, onProgress: (share: number) => void = () => {}) =>
    new Promise<Extract<FromImportWorker, { type: Type }>>((resolve, reject) => {
      if (!worker) return;
      worker.onerror = () => reject(new Error('The files could not be read.'));
      worker.onmessage = ({ data }: MessageEvent<FromImportWorker>) => {
        if (data.type === 'progress') onProgress(data.share);
        else if (data.type === 'failed') reject(new Error(data.message));
        else if (data.type === type) resolve(data as Extract<FromImportWorker, { type: Type }>);
      };
    });
  const close = () => {
    worker?.terminate();
    worker = undefined;
  };
  return {
    async preview(files, onProgress) {
      opened = files;
      start();
      const answer = receive('preview', onProgress);
      send({ type: 'preview', files });
      const { preview } = await answer;
      close();
      return preview;
    },
    async *read(keys) {
      start();
      send({ type: 'read', files: opened, keys });
      for (;;) {
        const answer = receive('conversation');
        send({ type: 'next' });
        const { found } = await answer;
        if (!found) return;
        yield found;
      }
    },
    close,
  };
}
