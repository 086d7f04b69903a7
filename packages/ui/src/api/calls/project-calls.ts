import {
  PROJECT_COLORS,
  type Attachment,
  type AttachmentKind,
  type NewProject,
  type Project,
  type ProjectFilesResponse,
  type ProjectPatch,
  type ProjectResponse,
  type ProjectsResponse,
  type ShapeOf,
} from '@parley/core';
import type { Read } from '../create-transport.ts';

const PROJECT = {
  id: '',
  name: '',
  /** A color of a later version is shown as gray. */
  color: (value) => PROJECT_COLORS.find((color) => color === value) ?? 'gray',
  instructions: '',
} satisfies ShapeOf<Project>;
/** A kind of a later version is shown as text. */
const kind = (value: unknown): AttachmentKind =>
  (['image', 'pdf', 'office'] as const).find((known) => known === value) ?? 'text';
const FILES = {
  files: [{ id: '', kind, name: '', type: '', size: 0, url: '' }],
} satisfies ShapeOf<ProjectFilesResponse>;

const PROJECTS = '/api/projects';

/** The calls about projects, loaded with the first of them. Rejects as the API client does. */
export function createProjectCalls(read: Read) {
  const path = (id: string): string => `${PROJECTS}/${encodeURIComponent(id)}`;
  return {
    /** The last change first. */
    list: async (only?: 'deleted'): Promise<Project[]> =>
      (
        await read<ProjectsResponse>(
          { projects: [PROJECT] },
          only === undefined ? PROJECTS : `${PROJECTS}?only=${only}`,
        )
      ).projects,
    create: async (body: NewProject): Promise<Project> =>
      (await read<ProjectResponse>({ project: PROJECT }, PROJECTS, { method: 'POST', body })).project,
    change: async (id: string, body: ProjectPatch): Promise<Project> =>
      (await read<ProjectResponse>({ project: PROJECT }, path(id), { method: 'PATCH', body })).project,
    async delete(id: string, conversations: 'keep' | 'delete'): Promise<void> {
      await read('success', `${path(id)}?conversations=${conversations}`, { method: 'DELETE' });
    },
    files: async (id: string): Promise<Attachment[]> =>
      (await read<ProjectFilesResponse>(FILES, `${path(id)}/files`)).files,
    /** Adds an upload in place of the files with its name, and resolves to all files of the project. */
    async addFile(id: string, fileId: string): Promise<Attachment[]> {
      const call = { method: 'POST', body: { fileId, replaces: true } } as const;
      return (await read<ProjectFilesResponse>(FILES, `${path(id)}/files`, call)).files;
    },
    async removeFile(id: string, fileId: string): Promise<void> {
      await read('success', `${path(id)}/files/${encodeURIComponent(fileId)}`, { method: 'DELETE' });
    },
    async restore(id: string): Promise<void> {
      await read('success', `${path(id)}/restore`, { method: 'POST', keepalive: true });
    },
  };
}
