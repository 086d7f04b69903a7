import { t, type Project } from '@parley/core';
import { useCallback, useRef, useState } from 'react';
import { AddIcon, DeleteIcon } from '../../../kit/icons/icons.ts';
import { Icon } from '../../../kit/icons/icon.tsx';
import { Button } from '../../../kit/controls/button.tsx';
import { useChat, useChatStore, useClient } from '../../../stores/client.ts';
import { useProjects } from '../../../stores/projects/use-projects.ts';
import type { EntryActions } from '../sidebar/history-entry.tsx';
import { ProjectItem } from './project-item.tsx';
import type { ProjectAction } from './project-overlay.tsx';
import { useDropOutside } from './use-conversation-drop.ts';

const SORT_KEY = 'projects-by-name';
const ROW =
  'flex min-h-9 items-center gap-2.5 rounded-sm px-2.5 text-start text-muted hover:bg-hover hover:text-ink max-md:min-h-11';

interface ProjectListProps extends EntryActions {
  currentId: string;
  onProject: (action: ProjectAction) => void;
}

/** The user's projects in the sidebar. Loaded when the row above it is opened. */
export function ProjectList({ onProject, ...props }: ProjectListProps) {
  const { storage } = useClient().platform;
  const chat = useChatStore();
  const { projects, problem, reload } = useProjects();
  const list = useRef<HTMLUListElement>(null);
  const moveOut = useCallback((id: string) => void chat.getState().moveToProject(id, null), [chat]);
  useDropOutside(list, moveOut);
  const currentProject = useChat((chat) => chat.conversations.find(({ id }) => id === props.currentId)?.projectId);
  const [isByName, setByName] = useState(() => storage.get(SORT_KEY) !== null);
  const sort = () => {
    if (isByName) storage.remove(SORT_KEY);
    else storage.set(SORT_KEY, '1');
    setByName(!isByName);
  };
  const sorted = isByName ? byName(projects ?? []) : (projects ?? []);
  return (
    <>
      <ul ref={list}>
        {sorted.map((project) => (
          <ProjectItem
            key={project.id}
            {...props}
            project={project}
            isCurrent={project.id === currentProject}
            onEdit={() => onProject({ is: 'edit', project })}
            onRemove={() => onProject({ is: 'delete', project })}
          />
        ))}
      </ul>
      {projects === null && problem !== null && (
        <div className="px-2.5 py-2 text-subtle">
          <p className="mb-2">{t`We couldn’t load your projects.`}</p>
          <Button variant="secondary" size="sm" onClick={() => void reload()}>{t`Try again`}</Button>
        </div>
      )}
      <div className="flex">
        <button type="button" className={`${ROW} flex-1`} onClick={() => onProject({ is: 'create' })}>
          <Icon icon={AddIcon} size="sm" />
          {t`New project`}
        </button>
        {sorted.length > 1 && (
          <button type="button" className={`${ROW} text-xs`} onClick={sort}>
            {isByName ? t`Sort by date` : t`Sort by name`}
          </button>
        )}
      </div>
      <button type="button" className={`${ROW} w-full`} onClick={() => onProject({ is: 'restore' })}>
        <Icon icon={DeleteIcon} size="sm" />
        {t`Deleted projects`}
      </button>
    </>
  );
}

function byName(projects: Project[]): Project[] {
  const collator = new Intl.Collator(undefined, { numeric: true });
  return projects.toSorted((a, b) => collator.compare(a.name, b.name));
}
