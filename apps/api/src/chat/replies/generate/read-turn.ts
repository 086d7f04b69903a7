import { AppError, type Message } from '@parley/core';
import type { Files } from '../../../files/files.ts';
import type { FileRecord, FileStore, ReplyRecord, Storage } from '../../../storage/storage.ts';
import { bringsStrangers, openMemories } from '../../../memories/turn-memories.ts';
import { estimateTokens } from '../../model/request/fit-request.ts';
import type { Turn, TurnFiles } from '../../modes/mode.ts';

/** Messages in the first page and in each further one. */
const FIRST_PAGE = 24;
const FURTHER_PAGE = 100;
/** Estimated tokens of the messages without a summary that are read for one. */
const MAX_LEFT_OUT = 32_000;

/** What a turn has besides its conversation. */
export type AboutTurn = Omit<
  Turn,
  'messages' | 'files' | 'conversationId' | 'summary' | 'project' | 'memories' | 'leftOut'
> & { keepsMemories: boolean };

export interface ReadTurnDependencies {
  storage: Pick<Storage, 'conversations' | 'projects' | 'memories' | 'files'>;
  files: Files;
}

/**
 * Reads the question of a reply in its conversation: the branch back to its last summary, or until it certainly exceeds
 * the model's context. Throws `not-found` when the conversation has been deleted since.
 */
export async function readTurn(
  { userId, conversationId, assistantMessageId }: ReplyRecord,
  { keepsMemories, ...about }: AboutTurn,
  contextTokens: number,
  { storage, files }: ReadTurnDependencies,
): Promise<Turn> {
  const { projectId, importedFrom } = (await storage.conversations.find(userId, conversationId)) ?? {};
  const project = await projectOf(storage, userId, projectId);
  const messages: Message[] = [];
  const leftOut: Message[] = [];
  let summary: string | undefined;
  let part = messages;
  let tokens = 0;
  for await (const message of branch(storage.conversations, userId, conversationId)) {
    if (message.id === assistantMessageId) continue;
    if (typeof message.summary === 'string') {
      ({ summary } = message);
      break;
    }
    if (message.summary === null && part === messages) {
      part = leftOut;
      tokens = 0;
    }
    tokens += estimateTokens(message.text);
    if (part.length > 0 && tokens > (part === leftOut ? MAX_LEFT_OUT : contextTokens)) break;
    part.push(message);
  }
  const isAmongUs =
    summary === undefined &&
    leftOut.length === 0 &&
    (project?.files.length ?? 0) === 0 &&
    // An export does not name all files and pages that its conversations had read.
    importedFrom === undefined &&
    !messages.some(bringsStrangers);
  const at = { userId, conversationId, messageId: assistantMessageId };
  const memories = keepsMemories ? await openMemories(storage.memories, at, isAmongUs, about.now) : null;
  return {
    ...about,
    messages: messages.toReversed(),
    leftOut: leftOut.toReversed(),
    ...(summary !== undefined && { summary }),
    ...(project && { project }),
    ...(memories && { memories }),
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

/** The messages of the current branch, newest first. */
async function* branch(
  conversations: Storage['conversations'],
  userId: string,
  conversationId: string,
): AsyncGenerator<Message> {
  let before: string | undefined;
  do {
    const limit = before === undefined ? FIRST_PAGE : FURTHER_PAGE;
    const page = await conversations.messages(userId, conversationId, { limit, ...(before && { before }) });
    if (!page) throw new AppError('not-found');
    yield* page.items.toReversed();
    before = page.nextBefore ?? undefined;
  } while (before !== undefined);
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
