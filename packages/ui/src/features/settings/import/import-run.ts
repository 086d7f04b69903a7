import { createStore, type StoreApi } from 'zustand';
import { newUuid } from '../../../stores/chat/new-uuid.ts';
import type { Client } from '../../../stores/client.ts';
import { problemText } from '../../../stores/problem-text.ts';
import type { FileProblem } from './export-archive.ts';
import { openInWorker, type ImportReader } from './open-in-worker.ts';
import type { ExportPreview } from './read-export.ts';
import { sendConversations, type ImportCounts } from './send-conversations.ts';

export type ImportState =
  | { step: 'choosing'; problem: string | null }
  | { step: 'reading'; share: number }
  | { step: 'preview'; preview: ExportPreview }
  | { step: 'importing'; done: number; total: number; isWaiting: boolean }
  | { step: 'done'; counts: ImportCounts; problems: FileProblem[] };

/** An import that a reload or a closed tab ended. */
export interface UnfinishedImport {
  importId: string;
  /** Names and sizes of the files: other files begin an import of their own. */
  files: string;
  done: number;
  total: number;
}

/** One import at a time in this tab. It goes on while the dialog is closed. */
export interface ImportRun {
  state: StoreApi<ImportState>;
  unfinished(): UnfinishedImport | null;
  choose(files: File[]): Promise<void>;
  start(keys: string[]): Promise<void>;
  /** Ends what is running. What was imported stays. */
  cancel(): void;
}

const runs = new WeakMap<object, ImportRun>();

/** The import of this client. */
export function importRunOf(client: Client, openReader: () => ImportReader = openInWorker): ImportRun {
  const known = runs.get(client.session);
  if (known) return known;
  const run = createImportRun(client, openReader);
  runs.set(client.session, run);
  return run;
}

function createImportRun(
  { api, platform, session, beforeSessionEnds }: Client,
  openReader: () => ImportReader,
): ImportRun {
  const { storage } = platform;
  /** Removed when this user signs out, as everything under such a key. */
  const unfinishedKey = () => `unfinished-import:${session.getState().user?._id}`;
  const state = createStore<ImportState>(() => ({ step: 'choosing', problem: null }));
  let reader: ImportReader | undefined;
  let chosen = '';
  let stopping = new AbortController();

  const unfinished = () => JSON.parse(storage.get(unfinishedKey()) ?? 'null') as UnfinishedImport | null;
  const close = () => {
    stopping.abort();
    stopping = new AbortController();
    reader?.close();
    reader = undefined;
  };
  const cancel = () => {
    close();
    state.setState({ step: 'choosing', problem: null }, true);
  };
  /** Does work that may end in an error or be canceled. */
  const attempt = async (work: (signal: AbortSignal) => Promise<void>) => {
    const { signal } = stopping;
    try {
      await work(signal);
    } catch (error) {
      if (signal.aborted) return;
      close();
      state.setState({ step: 'choosing', problem: problemText(error) }, true);
    }
  };
  beforeSessionEnds(cancel);

  return {
    state,
    unfinished,
    cancel,
    async choose(files) {
      close();
      chosen = files
        .map(({ name, size }) => `${size} ${name}`)
        .sort()
        .join('\n');
      await attempt(async (signal) => {
        state.setState({ step: 'reading', share: 0 }, true);
        reader = openReader();
        const preview = await reader.preview(files, (share) => {
          if (!signal.aborted) state.setState({ step: 'reading', share }, true);
        });
        if (!signal.aborted) state.setState({ step: 'preview', preview }, true);
      });
    },
    async start(keys) {
      await attempt(async (signal) => {
        if (!reader) return;
        const total = keys.length;
        const earlier = unfinished();
        const files = chosen;
        const importId = earlier?.files === files ? earlier.importId : newUuid();
        const show = (change: { done?: number; isWaiting?: boolean }) => {
          const now = state.getState();
          if (signal.aborted || now.step !== 'importing') return;
          state.setState({ ...now, ...change }, true);
          if (change.done !== undefined) note({ importId, files, done: change.done, total });
        };
        const note = (progress: UnfinishedImport) => storage.set(unfinishedKey(), JSON.stringify(progress));
        state.setState({ step: 'importing', done: 0, total, isWaiting: false }, true);
        note({ importId, files, done: 0, total });
        const { counts, problems } = await sendConversations(reader.read(keys), {
          api,
          importId,
          signal,
          onProgress: (done) => show({ done }),
          onWaiting: (isWaiting) => show({ isWaiting }),
        });
        if (signal.aborted) return;
        // Another tab may have begun one since.
        if (unfinished()?.importId === importId) storage.remove(unfinishedKey());
        close();
        state.setState({ step: 'done', counts, problems }, true);
      });
    },
  };
}
