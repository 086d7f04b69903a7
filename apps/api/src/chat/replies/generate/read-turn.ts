import { AppError, type Message } from '@parley/core';
import type { Files } from '../../../files/files.ts';
import type { FileRecord, FileStore, Page, PageRequest, ReplyRecord, Storage } from '../../../storage/storage.ts';
import { bringsStrangers, openMemories } from '../../../memories/turn-memories.ts';
import { estimateTokens } from '../../model/request/fit-request.ts';
import type { Turn, TurnFiles } from '../../modes/mode.ts';

/** Messages in the first page, and the most in each further one. */
const FIRST_PAGE = 24;
const LARGEST_PAGE = 500;
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
  const [conversation, newest, memories] = await Promise.all([
    storage.conversations.find(userId, conversationId),
    storage.conversations.messages(userId, conversationId, { limit: FIRST_PAGE }),
    keepsMemories ? storage.memories.list(userId) : null,
  ]);
  if (!conversation || !newest) throw new AppError('not-found');
  const older = (request: PageRequest) => storage.conversations.messages(userId, conversationId, request);
  const [project, { messages, leftOut, summary }] = await Promise.all([
    projectOf(storage, userId, conversation.projectId),
    readMessages(newest, older, assistantMessageId, contextTokens),
  ]);
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
    ...(summary !== undefined && { summary }),
    ...(project && { project }),
    ...(memories && { memories: openMemories(storage.memories, memories, at, isAmongUs, about.now) }),
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

/**
 * Reads the branch that ends with the page `newest`, without the message `skipped`: `messages` and `leftOut` as in
 * `Turn`, but newest first.
 */
async function readMessages(
  newest: Page<Message>,
  older: (request: PageRequest) => Promise<Page<Message> | null>,
  skipped: string,
  contextTokens: number,
): Promise<{ messages: Message[]; leftOut: Message[]; summary?: string }> {
  const messages: Message[] = [];
  const leftOut: Message[] = [];
  let part = messages;
  let tokens = 0;
  const room = () => (part === leftOut ? MAX_LEFT_OUT : contextTokens);
  for (let page = newest; ;) {
    for (const message of page.items.toReversed()) {
      if (message.id === skipped) continue;
      if (typeof message.summary === 'string') return { messages, leftOut, summary: message.summary };
      if (message.summary === null && part === messages) {
        part = leftOut;
        tokens = 0;
      }
      tokens += estimateTokens(message.text);
      if (part.length > 0 && tokens > room()) return { messages, leftOut };
      part.push(message);
    }
    if (page.nextBefore === null) return { messages, leftOut };
    // As many as fit if they are as long as the ones before.
    const fitting = Math.ceil((part.length * (room() - tokens)) / Math.max(1, tokens));
    const limit = Math.min(LARGEST_PAGE, Math.max(FIRST_PAGE, fitting));
    const next = await older({ limit, before: page.nextBefore });
    if (!next) throw new AppError('not-found');
    page = next;
  }
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
