import { useId, useState } from 'react';
import {
  cleanProjectName,
  MAX_PROJECT_INSTRUCTIONS,
  MAX_PROJECT_NAME,
  PROJECT_COLORS,
  type Project,
  type ProjectPatch,
  t,
} from '@parley/core';
import type { ApiClient } from '../../../api/create-api-client.ts';
import { Button } from '../../../kit/controls/button.tsx';
import { FieldsForm } from '../../../kit/controls/fields-form.tsx';
import { TextField } from '../../../kit/controls/text-field.tsx';
import { ProjectIcon } from '../../../kit/icons/icons.ts';
import { Icon } from '../../../kit/icons/icon.tsx';
import { ProblemLine } from '../../../kit/notices/problem-line.tsx';
import { Dialog } from '../../../kit/overlays/dialog.tsx';
import { newUuid } from '../../../stores/chat/new-uuid.ts';
import { useChatStore, useClient } from '../../../stores/client.ts';
import { problemText } from '../../../stores/problem-text.ts';
import { COLOR_CLASSES, COLOR_NAMES } from './project-colors.ts';
import { ProjectFiles } from './project-files.tsx';

type Calls = Awaited<ReturnType<ApiClient['projects']>>;
type Fields = Pick<Project, 'name' | 'color' | 'instructions'>;

interface ProjectDialogProps {
  /** The project to change; absent for a new one. */
  project?: Project;
  onSaved?: (project: Project) => void;
  onClose: () => void;
}

/** Creates a project, or changes its name, color and instructions. */
export function ProjectDialog({ project, onSaved, onClose }: ProjectDialogProps) {
  const { api } = useClient();
  const chat = useChatStore();
  const instructionsId = useId();
  // The same one when Create is pressed again after a lost answer.
  const [newId] = useState(newUuid);
  const [color, setColor] = useState(project?.color ?? 'gray');
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const save = async (name: string, instructions: string) => {
    if (name.trim() === '') return setProblem(t`Give the project a name.`);
    setBusy(true);
    try {
      const calls = await api.projects();
      const fields = { name, color, instructions };
      const patch = project && changedFields(project, fields);
      if (patch && Object.keys(patch).length === 0) return onClose();
      const saved =
        project && patch ? await calls.change(project.id, patch) : await create(calls, { id: newId, ...fields });
      const others = (chat.getState().projects ?? []).filter(({ id }) => id !== saved.id);
      chat.setState({ projects: [saved, ...others] });
      onSaved?.(saved);
      onClose();
    } catch (error) {
      setProblem(problemText(error));
      setBusy(false);
    }
  };
  return (
    <Dialog title={project ? t`Edit project` : t`New project`} size="wide" onClose={onClose}>
      <FieldsForm
        isBusy={isBusy}
        onSubmit={(field) => void save(field('name'), field('instructions'))}
        className="mt-4 grid gap-5"
      >
        <TextField
          label={t`Name`}
          name="name"
          defaultValue={project?.name}
          dir="auto"
          // `maxLength` would count an emoji as two.
          onChange={({ target }) => (target.value = [...target.value].slice(0, MAX_PROJECT_NAME).join(''))}
        />
        <fieldset>
          <legend className="mb-1.5 font-medium">{t`Color`}</legend>
          <div className="flex flex-wrap gap-1">
            {PROJECT_COLORS.map((each) => (
              <label
                key={each}
                className="focus-ring-within grid size-11 cursor-pointer place-items-center rounded-sm hover:bg-hover has-checked:bg-active has-checked:inset-shadow-edge"
              >
                <input
                  type="radio"
                  name="color"
                  className="sr-only"
                  aria-label={COLOR_NAMES[each]}
                  checked={color === each}
                  onChange={() => setColor(each)}
                />
                <Icon icon={ProjectIcon} className={COLOR_CLASSES[each]} />
              </label>
            ))}
          </div>
        </fieldset>
        <div className="grid gap-1.5">
          <label htmlFor={instructionsId} className="justify-self-start font-medium">{t`Instructions`}</label>
          <p
            id={`${instructionsId}about`}
            className="text-sm text-muted"
          >{t`The assistant follows them in every chat of this project.`}</p>
          <textarea
            id={instructionsId}
            aria-describedby={`${instructionsId}about`}
            name="instructions"
            dir="auto"
            rows={6}
            defaultValue={project?.instructions}
            maxLength={MAX_PROJECT_INSTRUCTIONS}
            className="w-full rounded-sm border border-control bg-raised px-3 py-2 text-body leading-6 focus-visible:border-focus focus-visible:-outline-offset-1"
          />
        </div>
        {project && <ProjectFiles projectId={project.id} />}
        {problem !== null && <ProblemLine>{problem}</ProblemLine>}
        <div className="flex justify-end gap-2">
          <Button variant="secondary" onClick={onClose}>{t`Cancel`}</Button>
          <Button type="submit" disabled={isBusy}>
            {project ? t`Save` : t`Create`}
          </Button>
        </div>
      </FieldsForm>
    </Dialog>
  );
}

/** Creates a project. One that was created before its answer was lost gets what was changed since. */
async function create(calls: Calls, fields: Fields & { id: string }): Promise<Project> {
  const created = await calls.create(fields);
  const patch = changedFields(created, { ...fields, name: cleanProjectName(fields.name) });
  return Object.keys(patch).length === 0 ? created : calls.change(created.id, patch);
}

/** What differs from the project. A project that was shown from the local cache has instructions that are not shown. */
function changedFields(project: Project, fields: Fields): ProjectPatch {
  return {
    ...(fields.name !== project.name && { name: fields.name }),
    ...(fields.color !== project.color && { color: fields.color }),
    ...(fields.instructions !== project.instructions && { instructions: fields.instructions }),
  };
}
