import { AppError } from '@parley/core';
import type { Files } from '../../../files/files.ts';
import type { BranchEnd, FileRecord, FileStore, MemoryRecord, ReplyRecord, Storage } from '../../../storage/storage.ts';
import { bringsStrangers, openMemories } from '../../../memories/turn-memories.ts';
import type { Turn, TurnFiles } from '../../modes/mode.ts';
import type { BranchReader } from './branch-reader.ts';

/** What a turn has besides its conversation. */
export type AboutTurn = Omit<
  Turn,
  'messages' | 'files' | 'conversationId' | 'isImported' | 'summary' | 'project' | 'memories' | 'leftOut'
> & { keepsMemories: boolean };

export interface ReadTurnDependencies {
  storage: Pick<Storage, 'conversations' | 'projects' | 'memories' | 'users' | 'files'>;
  files: Files;
  /** Of the reply's conversation. */
  branch: BranchReader;
  branchEnd: BranchEnd | undefined;
  /** Of the user, read ahead; null when they are turned off or could not be read. */
  memories: Promise<MemoryRecord[] | null>;
}

/**
 * Reads the question of a reply in its conversation: the branch back to its last summary, or until it certainly exceeds
 * the model's context. Throws `not-found` when the conversation has been deleted since.
 */
export async function readTurn(
  { userId, conversationId, assistantMessageId }: ReplyRecord,
  { keepsMemories, ...about }: AboutTurn,
  contextTokens: number,
  { storage, files, branch, branchEnd, memories: readAhead }: ReadTurnDependencies,
): Promise<Turn> {
  const readConversation = async () => {
    const found = branchEnd?.conversation ?? (await storage.conversations.find(userId, conversationId));
    return [found, await projectOf(storage, userId, found?.projectId)] as const;
  };
  const readMemories = async () => (await readAhead) ?? storage.memories.list(userId);
  const [[conversation, project], { messages, leftOut, summary }, memories] = await Promise.all([
    readConversation(),
    branch.read(assistantMessageId, contextTokens, branchEnd?.newest),
    keepsMemories ? readMemories() : null,
  ]);
  if (!conversation) throw new AppError('not-found');
  const isAmongUs =
    summary === undefined &&
    leftOut.length === 0 &&
    (project?.files.length ?? 0) === 0 &&
    // An export does not name all files and pages that its conversations had read.
    conversation.importedFrom === undefined &&
    !messages.some(bringsStrangers);
  const at = { userId, conversationId, messageId: assistantMessageId };
  return {
    ...about,
    messages: messages.toReversed(),
    leftOut: leftOut.toReversed(),
    ...(conversation.importedFrom !== undefined && { isImported: true as const }),
    ...(summary !== undefined && { summary }),
    ...(project && { project }),
    ...(memories && { memories: openMemories(storage, memories, at, isAmongUs, about.now) }),
    files: turnFiles(storage.files, files, { userId, conversationId }),
    conversationId,
  };
}

/** The project that the conversation is in now; null outside of projects, or when its project is deleted. */
async function projectOf(
  { projects, files }: ReadTurnDependencies['storage'],
  userId: string,
  projectId: string | undefined,
): Promise<Turn['project'] | null> {
  const found = projectId === undefined ? null : await projects.find(userId, projectId);
  if (!found) return null;
  const records = await files.findAll(userId, await projects.fileIds(userId, found.id));
  const { name, instructions } = found;
  return {
    name,
    instructions,
    files: records.map(({ attachment }) => attachment),
    passages: (words, limit) => projects.passages(userId, found.id, words, limit),
  };
}

interface Owner {
  userId: string;
  conversationId: string;
}

/** Access to one user's files, for one of their conversations. */
export function turnFiles(store: FileStore, files: Files, { userId, conversationId }: Owner): TurnFiles {
  async function own(id: string): Promise<FileRecord | undefined> {
    const [file] = await store.findAll(userId, [id]);
    return file;
  }
  return {
    async bytes(id) {
      const file = await own(id);
      const bytes = file ? await store.bytes(id) : null;
      return file && bytes ? { type: file.attachment.type, bytes } : null;
    },
    async text(id) {
      return (await own(id)) ? store.text(id) : null;
    },
    drawPages: (id, bytes) => files.drawPages(userId, id, bytes),
    keepPicture: (bytes, prompt) => files.storePicture({ userId, conversationId, bytes, prompt }),
  };
}
