import { useState } from 'react';
import { RESTORABLE_DAYS, type Project, t } from '@parley/core';
import { Button } from '../../../kit/controls/button.tsx';
import { ProblemLine } from '../../../kit/notices/problem-line.tsx';
import { Dialog } from '../../../kit/overlays/dialog.tsx';
import { useChatStore, useClient } from '../../../stores/client.ts';
import { problemText } from '../../../stores/problem-text.ts';

const CHOICES = [
  { value: 'keep', label: t`Keep its chats`, about: t`They stay in the list, outside of projects.` },
  { value: 'delete', label: t`Delete its chats, too`, about: t`You can restore them for ${RESTORABLE_DAYS} days.` },
] as const;

interface DeleteProjectProps {
  project: Project;
  onClose: () => void;
}

/** Asks whether to keep a project's conversations, then deletes it. It can be restored at once. */
export function DeleteProject({ project, onClose }: DeleteProjectProps) {
  const { api } = useClient();
  const chat = useChatStore();
  const [choice, setChoice] = useState<'keep' | 'delete'>('keep');
  const [isDeleted, setDeleted] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const run = async (work: () => Promise<void>, onDone: () => void) => {
    setBusy(true);
    setProblem(null);
    try {
      await work();
      await chat.getState().loadHistory();
      onDone();
    } catch (error) {
      setProblem(problemText(error));
    }
    setBusy(false);
  };
  const remove = () =>
    run(
      async () => (await api.projects()).delete(project.id, choice),
      () => setDeleted(true),
    );
  const restore = () => run(async () => void (await (await api.projects()).restore(project.id)), onClose);
  if (isDeleted)
    return (
      <Dialog title={t`Project deleted`} onClose={onClose}>
        <p role="status" className="mt-2 wrap-anywhere text-muted">{t`“${project.name}” is deleted.`}</p>
        {problem !== null && <ProblemLine>{problem}</ProblemLine>}
        <div className="mt-6 flex justify-end gap-2">
          <Button variant="secondary" disabled={isBusy} onClick={() => void restore()}>{t`Undo`}</Button>
          <Button onClick={onClose}>{t`Done`}</Button>
        </div>
      </Dialog>
    );
  return (
    <Dialog title={t`Delete project`} onClose={onClose}>
      <p className="mt-2 wrap-anywhere text-muted">{t`What should happen to the chats in “${project.name}”?`}</p>
      <div role="radiogroup" aria-label={t`Chats of the project`} className="mt-4 grid gap-1">
        {CHOICES.map(({ value, label, about }) => (
          <label
            key={value}

            className="flex min-h-11 cursor-pointer items-start gap-3 rounded-sm p-2 hover:bg-hover"
          >
            <input
              type="radio"
              name="conversations"
              className="mt-0.5 size-4 accent-accent"
              checked={choice === value}
              onChange={() => setChoice(value)}
            />
            <span className="font-medium">
              {label} <span className="block text-sm font-normal text-muted">{about}</span>
            </span>
          </label>
        ))}
      </div>
      {problem !== null && <ProblemLine>{problem}</ProblemLine>}
      <div className="mt-6 flex justify-end gap-2">
        <Button variant="secondary" onClick={onClose}>{t`Cancel`}</Button>
        <Button variant="danger" disabled={isBusy} onClick={() => void remove()}>{t`Delete`}</Button>
      </div>
    </Dialog>
  );
}
