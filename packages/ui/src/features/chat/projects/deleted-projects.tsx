import { useCallback, useEffect, useState } from 'react';
import { RESTORABLE_DAYS, type Project, t } from '@parley/core';
import { Button } from '../../../kit/controls/button.tsx';
import { useLatest } from '../../../kit/hooks/use-latest.ts';
import { ProjectIcon } from '../../../kit/icons/icons.ts';
import { Icon } from '../../../kit/icons/icon.tsx';
import { LoadProblem } from '../../../kit/notices/load-problem.tsx';
import { Skeleton } from '../../../kit/notices/skeleton.tsx';
import { Dialog } from '../../../kit/overlays/dialog.tsx';
import { useChat, useClient } from '../../../stores/client.ts';
import { problemText } from '../../../stores/problem-text.ts';
import { COLOR_CLASSES } from './project-colors.ts';

/** The deleted projects that can be restored. */
export function DeletedProjects({ onClose }: { onClose: () => void }) {
  const { api } = useClient();
  const changeCount = useChat((chat) => chat.listChanges.projects);
  const loadHistory = useChat((chat) => chat.loadHistory);
  const [deleted, setDeleted] = useState<Project[] | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const begin = useLatest();
  const load = useCallback(async () => {
    const isLatest = begin();
    try {
      const found = await (await api.projects()).list('deleted');
      if (!isLatest()) return;
      setDeleted(found);
      setProblem(null);
    } catch (error) {
      if (isLatest()) setProblem(problemText(error));
    }
  }, [api, begin]);
  useEffect(() => void load(), [load, changeCount]);
  const restore = async (id: string) => {
    setProblem(null);
    try {
      await (await api.projects()).restore(id);
      setDeleted((before) => before?.filter((project) => project.id !== id) ?? null);
      await loadHistory();
    } catch (error) {
      setProblem(problemText(error));
    }
  };
  return (
    <Dialog title={t`Deleted projects`} onClose={onClose}>
      <p className="mt-2 text-muted">{t`Deleted projects stay here for ${RESTORABLE_DAYS} days. Restoring one also restores the chats that were deleted with it.`}</p>
      {deleted === null && problem === null && <Skeleton lines={2} className="mt-4" />}
      {deleted?.length === 0 && <p className="mt-4 text-subtle">{t`You have no deleted projects.`}</p>}
      <ul className="mt-3">
        {(deleted ?? []).map(({ id, name, color }) => (
          <li key={id} className="flex min-h-11 items-center gap-3">
            <Icon icon={ProjectIcon} className={COLOR_CLASSES[color]} />
            <span dir="auto" className="min-w-0 flex-1 truncate page-start">
              {name}
            </span>
            <Button
              variant="secondary"
              size="sm"
              className="max-md:min-h-11"
              aria-label={t`Restore ${name}`}
              onClick={() => void restore(id)}
            >{t`Restore`}</Button>
          </li>
        ))}
      </ul>
      {problem !== null && (
        <LoadProblem onRetry={deleted === null ? () => void load() : undefined}>{problem}</LoadProblem>
      )}
    </Dialog>
  );
}
