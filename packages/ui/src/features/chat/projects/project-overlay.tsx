import type { Project } from '@parley/core';
import { DeleteProject } from './delete-project.tsx';
import { DeletedProjects } from './deleted-projects.tsx';
import { ProjectDialog } from './project-dialog.tsx';

/** What is done with a project of the sidebar, or with all of them, in a dialog. */
export type ProjectAction = { is: 'edit' | 'delete'; project: Project } | { is: 'create' | 'restore' };

interface ProjectOverlayProps {
  action: ProjectAction;
  onClose: () => void;
}

/** The dialog of an action. It is above the page: the sidebar leaves the page when a tablet is turned. Loaded lazily. */
export function ProjectOverlay({ action, onClose }: ProjectOverlayProps) {
  switch (action.is) {
    case 'create':
      return <ProjectDialog onClose={onClose} />;
    case 'edit':
      return <ProjectDialog project={action.project} onClose={onClose} />;
    case 'delete':
      return <DeleteProject project={action.project} onClose={onClose} />;
    case 'restore':
      return <DeletedProjects onClose={onClose} />;
  }
}
