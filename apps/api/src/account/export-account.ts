import type { Conversation, ExportedAccount, Message } from '@parley/core';
import { makeZip } from 'client-zip';
import { cleanFileName } from '../files/file-name.ts';
import type { Storage, UserRecord } from '../storage/storage.ts';
import { conversationAsMarkdown } from './conversation-as-markdown.ts';

const PAGE = 100;
/** More messages than any branch has. */
const WHOLE_BRANCH = 1_000_000;

type ExportStorage = Pick<Storage, 'conversations' | 'files'>;
type Entry = { name: string; input: string | Uint8Array<ArrayBuffer>; lastModified: Date };

/**
 * Everything of a user as a ZIP file, made while it is read: one conversation or file in memory at a time. Each
 * conversation as JSON, with every version of every message, and as Markdown.
 */
export function exportAccount(
  storage: ExportStorage,
  user: UserRecord,
  account: ExportedAccount,
  productName: string,
): ReadableStream<Uint8Array> {
  return makeZip(entries(storage, user.id, account, productName));
}

async function* entries(
  storage: ExportStorage,
  userId: string,
  account: ExportedAccount,
  productName: string,
): AsyncGenerator<Entry> {
  yield { name: 'account.json', input: asJson(account), lastModified: new Date(account.exportedAt) };
  for await (const conversation of everyConversation(storage, userId)) {
    const { id } = conversation;
    const tree = await storage.conversations.tree(userId, id);
    const branch = await storage.conversations.messages(userId, id, { limit: WHOLE_BRANCH });
    // Deleted meanwhile.
    if (!tree || !branch) continue;
    const name = `conversations/${fileName(conversation)}`;
    const lastModified = new Date(conversation.updatedAt);
    const messages = tree.map(({ parentId, message }): Message & { parentId: string | null } => ({
      ...message,
      parentId,
    }));
    const currentBranch = branch.items.map((message) => message.id);
    yield { name: `${name}.json`, input: asJson({ ...conversation, currentBranch, messages }), lastModified };
    const markdown = conversationAsMarkdown(conversation, branch.items, productName);
    yield { name: `${name}.md`, input: markdown, lastModified };
  }
  for (let after = ''; ;) {
    const files = await storage.files.list(userId, { limit: PAGE, after });
    for (const { attachment, createdAt } of files) {
      const bytes = await storage.files.bytes(attachment.id);
      const name = `files/${attachment.id} ${cleanFileName(attachment.name, 'file')}`;
      if (bytes) yield { name, input: bytes, lastModified: new Date(createdAt) };
      after = attachment.id;
    }
    if (files.length < PAGE) return;
  }
}

async function* everyConversation({ conversations }: ExportStorage, userId: string): AsyncGenerator<Conversation> {
  for (const only of [undefined, 'archived'] as const) {
    let before: string | null = null;
    do {
      const request = before === null ? { limit: PAGE } : { limit: PAGE, before };
      const page = await conversations.list(userId, request, only);
      yield* page.items;
      before = page.nextBefore;
    } while (before !== null);
  }
}

/** Day, title and the beginning of the id, which keeps the names of two conversations apart. */
function fileName({ id, title, updatedAt }: Conversation): string {
  const words = cleanFileName(title.replaceAll(/[/\\.\s]+/g, ' ').trim(), 'conversation');
  return `${updatedAt.slice(0, 10)} ${words} ${id.slice(0, 13)}`;
}

function asJson(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}
