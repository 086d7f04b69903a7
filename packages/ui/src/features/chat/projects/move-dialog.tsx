import { t } from '@parley/core';
import { useState } from 'react';
import { AddIcon, CloseIcon, DoneIcon, ProjectIcon } from '../../../kit/icons/icons.ts';
import { Icon } from '../../../kit/icons/icon.tsx';
import { LoadProblem } from '../../../kit/notices/load-problem.tsx';
import { Skeleton } from '../../../kit/notices/skeleton.tsx';
import { Dialog } from '../../../kit/overlays/dialog.tsx';
import { useChat } from '../../../stores/client.ts';
import { useProjects } from '../../../stores/projects/use-projects.ts';
import { COLOR_CLASSES } from './project-colors.ts';
import { ProjectDialog } from './project-dialog.tsx';

const ROW = 'flex min-h-11 w-full items-center gap-3 rounded-sm px-2.5 text-start hover:bg-hover';

interface MoveDialogProps {
  /** The conversation to move. */
  id: string;
  onClose: () => void;
}

/** Moves a conversation into a project, or out of its own. Loaded lazily. */
export function MoveDialog({ id, onClose }: MoveDialogProps) {
  const { projects, problem, reload } = useProjects();
  const current = useChat((chat) => chat.conversations.find((each) => each.id === id)?.projectId);
  const moveToProject = useChat((chat) => chat.moveToProject);
  const [isCreating, setCreating] = useState(false);
  const move = (projectId: string | null) => {
    void moveToProject(id, projectId);
    onClose();
  };
  if (isCreating) return <ProjectDialog onSaved={(project) => move(project.id)} onClose={onClose} />;
  const isInProject = projects?.some((project) => project.id === current) === true;
  return (
    <Dialog title={t`Move to…`} onClose={onClose}>
      {projects === null && problem === null && <Skeleton lines={3} className="mt-4" />}
      {problem !== null && <LoadProblem onRetry={() => void reload()}>{problem}</LoadProblem>}
      <ul className="mt-3">
        {(projects ?? []).map((project) => (
          <li key={project.id}>
            <button
              type="button"
              aria-current={project.id === current ? 'true' : undefined}
              className={ROW}
              onClick={() => move(project.id)}
            >
              <Icon icon={ProjectIcon} className={COLOR_CLASSES[project.color]} />
              <span dir="auto" className="min-w-0 flex-1 truncate page-start">
                {project.name}
              </span>
              {project.id === current && <Icon icon={DoneIcon} size="sm" />}
            </button>
          </li>
        ))}
        {isInProject && (
          <li>
            <button type="button" className={ROW} onClick={() => move(null)}>
              <Icon icon={CloseIcon} className="text-subtle" />
              {t`No project`}
            </button>
          </li>
        )}
        <li>
          <button type="button" className={ROW} onClick={() => setCreating(true)}>
            <Icon icon={AddIcon} className="text-subtle" />
            {t`New project`}
          </button>
        </li>
      </ul>
    </Dialog>
  );
}
