import type { Conversation, LanguageId } from '@parley/core';
import { makeZip } from 'client-zip';
import { conversationAsMarkdown } from '../chat/exports/conversation-as-markdown.ts';
import { asJson, exportedConversation, exportFileName, UNPACKABLE } from '../chat/exports/exported-conversation.ts';
import { cleanFileName, savedName } from '../files/file-name.ts';
import type { Read } from '../http/responses/long-answers.ts';
import { speak, spokenLanguage } from '../language/speak.ts';
import {
  WHOLE_BRANCH,
  type ConversationStore,
  type DeletedConversation,
  type Page,
  type PageRequest,
  type Storage,
  type UserRecord,
} from '../storage/storage.ts';
import type { ExportedAccount } from './exported-account.ts';

const PAGE = 100;

type ExportStorage = Pick<Storage, 'conversations' | 'files'>;
type Entry = { name: string; input: string | Uint8Array<ArrayBuffer>; lastModified: Date };
type WholeConversation = Omit<DeletedConversation, 'deletedAt'> & { deletedAt: number | null };

/**
 * Streams all of a user's data as a ZIP file, with one conversation or file in memory at a time. Each conversation is
 * included as JSON, with every version of every message, and as Markdown. Deleted conversations that can still be
 * restored are in their own folder.
 */
export function exportAccount(
  storage: ExportStorage,
  user: UserRecord,
  account: ExportedAccount,
  productName: string,
  inTurn: Read,
): ReadableStream<Uint8Array> {
  return makeZip(entries(storage, user.id, account, productName, inTurn, spokenLanguage()));
}

async function* entries(
  storage: ExportStorage,
  userId: string,
  account: ExportedAccount,
  productName: string,
  inTurn: Read,
  language: LanguageId,
): AsyncGenerator<Entry> {
  yield { name: 'account.json', input: asJson(account), lastModified: new Date(account.exportedAt) };
  for await (const whole of everyConversation(storage.conversations, userId, inTurn)) {
    const { conversation, deletedAt, tree, branch } = whole;
    const name = `${deletedAt === null ? 'conversations' : 'deleted'}/${exportFileName(conversation)}`;
    const lastModified = new Date(conversation.updatedAt);
    const deleted = deletedAt !== null && { deletedAt: new Date(deletedAt).toISOString() };
    yield {
      name: `${name}.json`,
      input: asJson({ ...exportedConversation(conversation, tree, branch), ...deleted }),
      lastModified,
    };
    const markdown = speak(language, () => conversationAsMarkdown(conversation, branch, productName));
    yield { name: `${name}.md`, input: markdown, lastModified };
  }
  for (let after = ''; ;) {
    const files = await storage.files.list(userId, { limit: PAGE, after });
    for (const { attachment, createdAt } of files) {
      const bytes = await inTurn(() => storage.files.keptBytes(userId, attachment.id));
      const name = `files/${attachment.id} ${cleanFileName(savedName(attachment).replaceAll(UNPACKABLE, '_'), 'file')}`;
      if (bytes) yield { name, input: bytes, lastModified: new Date(createdAt) };
      after = attachment.id;
    }
    if (files.length < PAGE) return;
  }
}

/**
 * Yields each conversation once. A conversation that changes, is archived, deleted or restored meanwhile moves within
 * the lists, so the lists are read again until nothing new is found.
 */
async function* everyConversation(
  store: ConversationStore,
  userId: string,
  inTurn: Read,
): AsyncGenerator<WholeConversation> {
  const seen = new Set<string>();
  for (let before = -1; before < seen.size;) {
    before = seen.size;
    for await (const conversation of listed(store, userId)) {
      const { id } = conversation;
      if (seen.has(id)) continue;
      const tree = await inTurn(() => store.tree(userId, id));
      const branch = await inTurn(() => store.messages(userId, id, { limit: WHOLE_BRANCH }));
      if (!tree || !branch) continue;
      seen.add(id);
      yield { conversation, deletedAt: null, tree, branch: branch.items };
    }
    const listDeleted = (page: PageRequest) => store.listDeleted(userId, page, 0);
    for await (const { conversation } of everyPage(listDeleted)) {
      const { id } = conversation;
      const deleted = seen.has(id) ? null : await inTurn(() => store.findDeleted(userId, id));
      if (!deleted) continue;
      seen.add(id);
      yield deleted;
    }
  }
}

async function* listed(store: ConversationStore, userId: string): AsyncGenerator<Conversation> {
  for (const only of [undefined, 'archived'] as const) yield* everyPage((page) => store.list(userId, page, only));
}

async function* everyPage<T>(list: (page: PageRequest) => Promise<Page<T>>): AsyncGenerator<T> {
  let before: string | null = null;
  do {
    const page: Page<T> = await list(before === null ? { limit: PAGE } : { limit: PAGE, before });
    yield* page.items;
    before = page.nextBefore;
  } while (before !== null);
}
