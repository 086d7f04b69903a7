import { ATTACHMENT_LIMITS, attachmentKind, EMPTY_FILE, tooLarge, t } from '@parley/core';
import type { ApiClient } from '../../../api/create-api-client.ts';
import { problemText } from '../../../stores/problem-text.ts';

const NO_DOCUMENT = t`A project takes documents and text files.`;

/** Uploads a file into a project, in place of those with its name. Resolves to the problem, or to null. */
export async function addProjectFile(
  api: ApiClient,
  projectId: string,
  file: File,
  signal: AbortSignal,
): Promise<string | null> {
  const kind = attachmentKind(file.type, file.name);
  if (kind === null || kind === 'image') return NO_DOCUMENT;
  if (file.size === 0) return EMPTY_FILE;
  if (file.size > ATTACHMENT_LIMITS[kind]) return tooLarge(kind);
  try {
    const calls = await api.projects();
    const { id, name } = await api.upload(file, { signal, onProgress: () => {} });
    const files = await calls.addFile(projectId, id);
    for (const other of files) if (other.name === name && other.id !== id) await calls.removeFile(projectId, other.id);
    return null;
  } catch (error) {
    return problemText(error);
  }
}
