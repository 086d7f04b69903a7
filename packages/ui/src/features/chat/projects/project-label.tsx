import { t } from '@parley/core';
import { useState } from 'react';
import { ProjectIcon } from '../../../kit/icons/icons.ts';
import { Icon } from '../../../kit/icons/icon.tsx';
import { useProjects } from '../../../stores/projects/use-projects.ts';
import { COLOR_CLASSES } from './project-colors.ts';
import { ProjectDialog } from './project-dialog.tsx';

/** The project of the open conversation, below its title; opens the project. Nothing for a deleted project. */
export function ProjectLabel({ projectId }: { projectId: string }) {
  const { projects } = useProjects();
  const [isOpen, setOpen] = useState(false);
  const project = projects?.find(({ id }) => id === projectId);
  if (!project) return null;
  return (
    <div className="flex shrink-0 px-6 max-md:px-4">
      <div className="mx-auto flex w-full max-w-(--column) max-md:justify-center">
        <button
          type="button"
          onClick={() => setOpen(true)}
          className="-ms-1.5 inline-flex min-h-8 max-w-full items-center gap-1.5 rounded-sm px-1.5 text-sm text-muted hover:bg-hover hover:text-ink max-md:min-h-11"
        >
          <Icon icon={ProjectIcon} size="xs" className={COLOR_CLASSES[project.color]} />
          <span className="sr-only">{t`Project`} </span>
          <span dir="auto" className="truncate">
            {project.name}
          </span>
        </button>
      </div>
      {isOpen && <ProjectDialog project={project} onClose={() => setOpen(false)} />}
    </div>
  );
}
