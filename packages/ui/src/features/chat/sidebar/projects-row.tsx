import { t } from '@parley/core';
import { Suspense, useState } from 'react';
import { DisclosureIcon } from '../../../kit/icons/icons.ts';
import { Icon } from '../../../kit/icons/icon.tsx';
import { lazyPart } from '../../../kit/lazy/lazy-part.tsx';
import { useClient } from '../../../stores/client.ts';
import type { ProjectAction } from '../projects/project-overlay.tsx';
import type { EntryActions } from './history-entry.tsx';

const ProjectList = lazyPart('projects', async () => (await import('../projects/project-list.tsx')).ProjectList);

const OPEN_KEY = 'projects-open';

interface ProjectsRowProps extends EntryActions {
  currentId: string;
  onProject: (action: ProjectAction) => void;
}

/** The projects above the days of the history. They are loaded when the row is opened, and stay open on this device. */
export function ProjectsRow(props: ProjectsRowProps) {
  const { storage } = useClient().platform;
  const [isOpen, setOpen] = useState(() => storage.get(OPEN_KEY) !== null);
  const toggle = () => {
    if (isOpen) storage.remove(OPEN_KEY);
    else storage.set(OPEN_KEY, '1');
    setOpen(!isOpen);
  };
  return (
    <section aria-label={t`Projects`}>
      <button
        type="button"
        aria-expanded={isOpen}
        onClick={toggle}
        className="flex min-h-9 w-full items-center gap-2.5 rounded-sm px-2.5 text-start text-xs font-medium text-subtle hover:bg-hover max-md:min-h-11"
      >
        {t`Projects`}
        <Icon icon={DisclosureIcon} size="sm" className={isOpen ? '' : '-rotate-90 rtl:rotate-90'} />
      </button>
      {isOpen && (
        <Suspense>
          <ProjectList {...props} />
        </Suspense>
      )}
    </section>
  );
}
