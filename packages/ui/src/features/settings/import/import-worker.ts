import { openExport, type ConversationToImport, type ExportPreview } from './read-export.ts';

export type ToImportWorker =
  | { type: 'preview'; files: File[] }
  | { type: 'read'; files: File[]; keys: string[] }
  /** Asks for the next conversation. */
  | { type: 'next' };

export type FromImportWorker =
  | { type: 'progress'; share: number }
  | { type: 'preview'; preview: ExportPreview }
  | { type: 'conversation'; found: ConversationToImport | null }
  | { type: 'failed'; message: string };

let conversations: Promise<AsyncIterator<ConversationToImport>> | undefined;

const send = (message: FromImportWorker) => self.postMessage(message);

self.addEventListener('message', ({ data }: MessageEvent<ToImportWorker>) => {
  answer(data).catch((error: unknown) => send({ type: 'failed', message: String(error) }));
});

async function answer(message: ToImportWorker): Promise<void> {
  switch (message.type) {
    case 'preview': {
      const reader = await openExport(message.files, Date.now());
      send({ type: 'preview', preview: await reader.preview((share) => send({ type: 'progress', share })) });
      return;
    }
    case 'read':
      conversations = openExport(message.files, Date.now()).then((reader) =>
        reader.read(new Set(message.keys))[Symbol.asyncIterator](),
      );
      return;
    case 'next': {
      const next = await (await conversations)?.next();
      send({ type: 'conversation', found: next === undefined || next.done ? null : next.value });
      return;
    }
    default:
      message satisfies never;
  }
}
