import type { Attachment, NewProject, Project, ProjectPatch } from '@parley/core';
import { AppError } from '@parley/core';

const TIME = '2026-01-01T00:00:00.000Z';

/** The calls about projects, answered from memory. `answer` records a call and may fail or delay it. */
export class ScriptedProjects {
  stored: Project[] = [];
  deleted: Project[] = [];
  /** Files by project id. */
  storedFiles = new Map<string, Attachment[]>();
  /** Uploads that can be added to a project. */
  uploaded: Attachment[] = [];
  readonly #answer: (call: string) => Promise<void>;

  constructor(answer: (call: string) => Promise<void>) {
    this.#answer = answer;
  }

  put(id: string, name: string, fields: Partial<Project> = {}): void {
    this.stored.push({ id, name, color: 'gray', instructions: '', createdAt: TIME, updatedAt: TIME, ...fields });
  }

  list = async (only?: 'deleted'): Promise<Project[]> => {
    await this.#answer('projects');
    return only === 'deleted' ? this.deleted : [...this.stored];
  };
  create = async ({ id, name, color = 'gray', instructions = '' }: NewProject): Promise<Project> => {
    const fields = { color, instructions };
    await this.#answer(`createProject ${JSON.stringify({ name, ...fields })}`);
    if (!this.stored.some((project) => project.id === id)) this.put(id, name, fields);
    return this.#find(id);
  };
  change = async (id: string, patch: ProjectPatch): Promise<Project> => {
    await this.#answer(`changeProject ${id} ${JSON.stringify(patch)}`);
    Object.assign(this.#find(id), patch);
    return this.#find(id);
  };
  delete = async (id: string, conversations: 'keep' | 'delete'): Promise<void> => {
    await this.#answer(`deleteProject ${id} ${conversations}`);
    this.deleted.push(this.#find(id));
    this.stored = this.stored.filter((project) => project.id !== id);
  };
  files = async (id: string): Promise<Attachment[]> => {
    await this.#answer(`projectFiles ${id}`);
    return [...(this.storedFiles.get(id) ?? [])];
  };
  addFile = async (id: string, fileId: string): Promise<Attachment[]> => {
    await this.#answer(`addFile ${id} ${fileId}`);
    const found = this.uploaded.find((file) => file.id === fileId);
    if (!found) throw new AppError('not-found');
    this.storedFiles.set(id, [...(this.storedFiles.get(id) ?? []), found]);
    return this.files(id);
  };
  removeFile = async (id: string, fileId: string): Promise<void> => {
    await this.#answer(`removeFile ${id} ${fileId}`);
    this.storedFiles.set(
      id,
      (this.storedFiles.get(id) ?? []).filter((file) => file.id !== fileId),
    );
  };
  restore = async (id: string): Promise<void> => {
    await this.#answer(`restoreProject ${id}`);
    this.stored.push(...this.deleted.filter((project) => project.id === id));
  };

  #find(id: string): Project {
    const found = this.stored.find((project) => project.id === id);
    if (!found) throw new AppError('not-found');
    return found;
  }
}
