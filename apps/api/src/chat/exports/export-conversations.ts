import { AppError, type Conversation, type ExportFile, type Message } from '@parley/core';
import { EXPORT_VERSION } from '@parley/core/api';
import { makeZip } from 'client-zip';
import type { Read } from '../../http/responses/long-answers.ts';
import { speak, spokenLanguage } from '../../language/speak.ts';
import { WHOLE_BRANCH, type ConversationStore } from '../../storage/storage.ts';
import { conversationAsMarkdown } from './conversation-as-markdown.ts';
import { exportedConversation, exportFileName } from './exported-conversation.ts';

interface ExportDependencies {
  conversations: Pick<ConversationStore, 'find' | 'tree' | 'messages'>;
  userId: string;
  ids: string[];
  productName: string;
  /** ISO 8601. */
  exportedAt: string;
  inTurn: Read;
}

/** A file whose bytes are made while it is sent. */
interface ExportedFile {
  name: string;
  pieces: AsyncIterable<Uint8Array> | ReadableStream<Uint8Array>;
}

type Whole = { conversation: Conversation; branch: Message[] };

/** Exports conversations as one JSON file, an `ExportFile`, with one conversation in memory at a time. */
export async function exportAsJson(request: ExportDependencies): Promise<ExportedFile> {
  const { conversations, userId, inTurn } = request;
  const { first, rest } = await firstOf(request);
  const head = { format: 'parley-conversations', version: EXPORT_VERSION, conversations: [] } satisfies ExportFile;
  const [start = '', end = ''] = JSON.stringify(head).split('[]');
  async function* pieces() {
    let before = `${start}[\n`;
    for await (const { conversation, branch } of all(first, rest)) {
      const tree = await inTurn(() => conversations.tree(userId, conversation.id));
      if (!tree) continue;
      yield Buffer.from(before + JSON.stringify(exportedConversation(conversation, tree, branch)));
      before = ',\n';
    }
    yield Buffer.from(`${before === ',\n' ? '' : before}\n]${end}\n`);
  }
  return { name: `${nameOf(request, first)}.json`, pieces: pieces() };
}

/** Exports the shown branch of one conversation as Markdown, or of several as a ZIP file of them. */
export async function exportAsMarkdown(request: ExportDependencies): Promise<ExportedFile> {
  const { first, rest } = await firstOf(request);
  const language = spokenLanguage();
  const markdownOf = ({ conversation, branch }: Whole) =>
    speak(language, () => conversationAsMarkdown(conversation, branch, request.productName));
  if (request.ids.length === 1) {
    async function* piece() {
      yield Buffer.from(markdownOf(first));
    }
    return { name: `${nameOf(request, first)}.md`, pieces: piece() };
  }
  async function* entries() {
    for await (const whole of all(first, rest)) {
      const { conversation } = whole;
      const lastModified = new Date(conversation.updatedAt);
      yield { name: `${exportFileName(conversation)}.md`, input: markdownOf(whole), lastModified };
    }
  }
  return { name: `${nameOf(request, first)}.zip`, pieces: makeZip(entries()) };
}

function nameOf({ ids, productName, exportedAt }: ExportDependencies, first: Whole): string {
  return ids.length === 1 ? exportFileName(first.conversation) : `${productName} ${exportedAt.slice(0, 10)}`;
}

/**
 * Reads up to the first conversation, so that the response can still be an error. Throws `not-found` without any.
 * Leaves out those that are unknown, such as one that another tab has deleted.
 */
async function firstOf({ conversations, userId, ids, inTurn }: ExportDependencies) {
  async function* read(): AsyncGenerator<Whole> {
    for (const id of new Set(ids)) {
      const conversation = await inTurn(() => conversations.find(userId, id));
      const page = conversation && (await inTurn(() => conversations.messages(userId, id, { limit: WHOLE_BRANCH })));
      if (conversation && page) yield { conversation, branch: page.items };
    }
  }
  const rest = read();
  const { value } = await rest.next();
  if (!value) throw new AppError('not-found');
  return { first: value as Whole, rest };
}

async function* all(first: Whole, rest: AsyncGenerator<Whole>): AsyncGenerator<Whole> {
  yield first;
  yield* rest;
}
