import { useCallback, useEffect, useRef, useState, type ChangeEvent } from 'react';
import { MAX_PROJECT_FILES, type Attachment, t } from '@parley/core';
import { Button } from '../../../kit/controls/button.tsx';
import { IconButton } from '../../../kit/controls/icon-button.tsx';
import { DeleteIcon } from '../../../kit/icons/icons.ts';
import { ProblemLine } from '../../../kit/notices/problem-line.tsx';
import { Skeleton } from '../../../kit/notices/skeleton.tsx';
import { useLatest } from '../../../kit/hooks/use-latest.ts';
import { useChat, useClient } from '../../../stores/client.ts';
import { ignoreNotFound } from '../../../stores/ignore-not-found.ts';
import { problemText } from '../../../stores/problem-text.ts';
import { describeFile } from '../attachments/describe-file.ts';
import { FileRow } from '../attachments/file-row.tsx';
import { addProjectFile } from './add-project-file.ts';

/** The files of a project: adds, replaces and removes them. */
export function ProjectFiles({ projectId }: { projectId: string }) {
  const { api } = useClient();
  const changeCount = useChat((chat) => chat.listChanges.projects);
  const [files, setFiles] = useState<Attachment[] | null>(null);
  const [progress, setProgress] = useState('');
  const [problems, setProblems] = useState<string[]>([]);
  const input = useRef<HTMLInputElement>(null);
  const leaving = useRef(new AbortController());

  const begin = useLatest();
  const load = useCallback(async () => {
    const isLatest = begin();
    try {
      const found = await (await api.projects()).files(projectId);
      if (isLatest()) setFiles(found);
    } catch (error) {
      if (isLatest()) setProblems([problemText(error)]);
    }
  }, [api, begin, projectId]);
  useEffect(() => {
    void load();
  }, [load, changeCount]);
  useEffect(() => {
    // An effect that runs twice must not find an aborted signal.
    const own = new AbortController();
    leaving.current = own;
    return () => own.abort();
  }, []);

  const add = async (event: ChangeEvent<HTMLInputElement>) => {
    const chosen = [...(event.target.files ?? [])];
    event.target.value = '';
    const { signal } = leaving.current;
    setProblems([]);
    for (const [index, file] of chosen.entries()) {
      setProgress(t`Adding ${index + 1} of ${chosen.length}...`);
      const problem = await addProjectFile(api, projectId, file, signal);
      if (signal.aborted) return;
      if (problem !== null) setProblems((before) => [...before, t`${file.name}: ${problem}`]);
    }
    setProgress('');
    await load();
  };
  const remove = async (id: string) => {
    setProblems([]);
    try {
      await (await api.projects()).removeFile(projectId, id).catch(ignoreNotFound);
      // What is being read may still have the file.
      begin();
      setFiles((before) => before?.filter((file) => file.id !== id) ?? null);
    } catch (error) {
      setProblems([problemText(error)]);
    }
  };
  return (
    <section aria-label={t`Files`} className="grid gap-1.5">
      <h3 className="font-medium">{t`Files`}</h3>
      <p className="text-sm text-muted">{t`The assistant reads these documents in every chat of this project: up to ${MAX_PROJECT_FILES} files. A file with the name of another one replaces it.`}</p>
      {files === null && problems.length === 0 && <Skeleton lines={2} className="py-2" />}
      {files !== null && files.length > 0 && (
        <ul className="max-h-60 overflow-y-auto border-y border-hairline">
          {files.map((file) => (
            <li key={file.id} className="flex min-h-13 items-center gap-3 py-1">
              <FileRow kind={file.kind} name={file.name} detail={describeFile(file)} />
              <IconButton
                label={t`Remove ${file.name}`}
                tooltip={t`Remove`}
                icon={DeleteIcon}
                iconSize="sm"
                className="ms-auto max-md:size-11"
                onClick={() => void remove(file.id)}
              />
            </li>
          ))}
        </ul>
      )}
      {problems.map((problem) => (
        <ProblemLine key={problem}>{problem}</ProblemLine>
      ))}
      {files === null && problems.length > 0 && (
        <Button
          variant="secondary"
          size="sm"
          className="justify-self-start max-md:min-h-11"
          onClick={() => {
            setProblems([]);
            void load();
          }}
        >{t`Try again`}</Button>
      )}
      <div className="flex items-center gap-3">
        <Button
          variant="secondary"
          size="sm"
          className="max-md:min-h-11"
          disabled={progress !== ''}
          onClick={() => input.current?.click()}
        >{t`Add files`}</Button>
        <span role="status" className="text-sm text-muted">
          {progress}
        </span>
      </div>
      <input ref={input} type="file" multiple hidden aria-label={t`Add files`} onChange={(event) => void add(event)} />
    </section>
  );
}
