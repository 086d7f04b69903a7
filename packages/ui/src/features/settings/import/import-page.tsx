import { t, plural } from '@parley/core';
import { useRef, useState } from 'react';
import { useStore } from 'zustand';
import { Button } from '../../../kit/controls/button.tsx';
import { useToday } from '../../../kit/hooks/use-today.ts';
import { ProblemLine } from '../../../kit/notices/problem-line.tsx';
import { focusOnMount } from '../../../kit/overlays/focus-on-mount.ts';
import { useClient } from '../../../stores/client.ts';
import { ImportList } from './import-list.tsx';
import { ImportPreview } from './import-preview.tsx';
import { importRunOf, type UnfinishedImport } from './import-run.ts';
import { describeOutcome, format } from './import-words.ts';
import type { FileProblem } from './export-archive.ts';
import { ProgressBar } from './progress-bar.tsx';

/** Imports conversations from the files of an export, and lists earlier imports. */
export function ImportPage() {
  const client = useClient();
  const { productName } = client.platform.settings;
  const [run] = useState(importRunOf(client));
  const state = useStore(run.state);
  const today = useToday();
  const input = useRef<HTMLInputElement>(null);
  const unfinished = state.step === 'choosing' ? run.unfinished() : null;
  return (
    <div className="mt-4">
      <p
        ref={focusOnMount}
        tabIndex={-1}
        className="text-muted outline-none"
      >{t`Bring conversations from ChatGPT, Claude, LibreChat, Open WebUI or ${productName}. Choose the ZIP or JSON files as you got them, all parts together. They’re read on this device; only what you tick is sent.`}</p>
      {(state.step === 'choosing' || state.step === 'done') && (
        <>
          {unfinished && <p className="mt-4">{describeUnfinished(unfinished)}</p>}
          {state.step === 'done' && (
            <p role="status" className="mt-4">
              {describeOutcome(state.counts)}
            </p>
          )}
          {state.step === 'done' && <Problems problems={state.problems} />}
          <input
            ref={input}
            type="file"
            multiple
            accept=".zip,.json,application/zip,application/json"
            aria-label={t`Files of the export`}
            className="sr-only"
            tabIndex={-1}
            onChange={({ target }) => {
              const files = [...(target.files ?? [])];
              target.value = '';
              if (files.length > 0) void run.choose(files);
            }}
          />
          <Button className="mt-4 max-md:min-h-11" onClick={() => input.current?.click()}>{t`Choose files`}</Button>
          <p className="mt-3 text-sm text-muted">{t`Where the files come from: in ChatGPT, choose Settings, Data controls, Export data. In Claude, choose Settings, Privacy, Export data. Both send you a link by email.`}</p>
          {state.step === 'choosing' && state.problem !== null && <ProblemLine>{state.problem}</ProblemLine>}
          <ImportList />
        </>
      )}
      {state.step === 'reading' && (
        <ProgressBar
          label={t`Reading the files`}
          share={state.share}
          onCancel={run.cancel}
        >{t`Reading the files...`}</ProgressBar>
      )}
      {state.step === 'preview' && (
        <>
          <Problems problems={state.preview.problems} />
          <ImportPreview
            preview={state.preview}
            today={today}
            onImport={(keys) => void run.start(keys)}
            onCancel={run.cancel}
          />
        </>
      )}
      {state.step === 'importing' && (
        <ProgressBar
          label={t`Importing`}
          share={state.total === 0 ? 1 : state.done / state.total}
          cancelText={t`Stop`}
          onCancel={run.cancel}
        >
          {state.isWaiting
            ? t`Waiting for the server. The import goes on by itself.`
            : plural(
                state.total,
              )`Imported ${format(state.done)} of ${format(state.total)} conversation. You can close this.|Imported ${format(state.done)} of ${format(state.total)} conversations. You can close this.`}
        </ProgressBar>
      )}
    </div>
  );
}

function Problems({ problems }: { problems: FileProblem[] }) {
  if (problems.length === 0) return null;
  return (
    <ul aria-label={t`Problems`} className="mt-4 grid gap-1 text-sm text-danger">
      {problems.map(({ file, problem }) => (
        <li key={`${file} ${problem}`} className="wrap-anywhere">
          {problem}
        </li>
      ))}
    </ul>
  );
}

function describeUnfinished({ done, total }: UnfinishedImport): string {
  return plural(
    total,
  )`An import ended early, at ${format(done)} of ${format(total)} conversation. Choose the same files to go on.|An import ended early, at ${format(done)} of ${format(total)} conversations. Choose the same files to go on.`;
}
