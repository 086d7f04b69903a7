import { t } from '@parley/core';
import { useProjects } from '../../../stores/projects/use-projects.ts';

interface MoveSelectProps {
  isDisabled: boolean;
  /** Null: out of their projects. */
  onMove: (projectId: string | null) => void;
}

/** Chooses the project that the selected conversations move to. Nothing without projects. */
export function MoveSelect({ isDisabled, onMove }: MoveSelectProps) {
  const { projects } = useProjects();
  if (!projects || projects.length === 0) return null;
  return (
    <select
      aria-label={t`Move to…`}
      value=""
      disabled={isDisabled}
      onChange={({ target }) => onMove(target.value === 'none' ? null : target.value)}
      className="min-h-8 max-w-40 rounded-sm bg-raised px-2 text-sm text-muted inset-shadow-edge max-md:min-h-11"
    >
      <option value="" disabled>{t`Move to…`}</option>
      {projects.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
      <option value="none">{t`No project`}</option>
    </select>
  );
}
