import type { Project } from '@parley/core';
import type { ProjectRecord } from '../storage/storage.ts';

/** The project as its user sees it. */
export function presentProject({ id, name, color, instructions, createdAt, updatedAt }: ProjectRecord): Project {
  const times = { createdAt: new Date(createdAt).toISOString(), updatedAt: new Date(updatedAt).toISOString() };
  return { id, name, color, instructions, ...times };
}
