import { AppError, type Attachment, type ImportedConversation, type ImportOutcome, t } from '@parley/core';
import type { ApiClient } from '../../../api/create-api-client.ts';
import { retryAfter, retryDelay } from '../../../stores/connection/backoff.ts';
import type { FileProblem } from './export-archive.ts';
import type { ConversationToImport } from './read-export.ts';

export type ImportCounts = Record<ImportOutcome, number> & { missingFiles: number };

interface SendOptions {
  api: Pick<ApiClient, 'imports' | 'upload'>;
  importId: string;
  signal: AbortSignal;
  onProgress(done: number): void;
  /** Called when a request has to wait for the connection or a limit, and when it goes on. */
  onWaiting(isWaiting: boolean): void;
}

/** Most characters in a batch, about. */
const BATCH_LENGTH = 250_000;
/** Characters that a message takes besides its texts, about. */
const MESSAGE_LENGTH = 300;
const MOST_IN_BATCH = 25;
/** Attempts at a request that the server cannot handle. */
const MOST_ATTEMPTS = 5;
/** Longest pause that an import waits for: a daily limit ends it. */
const LONGEST_WAIT = 10 * 60_000;
/** Errors about the request itself, which it would get again. */
const FINAL = new Set(['invalid-request', 'too-large', 'not-found', 'unsupported-type']);

/** Sends conversations in batches, each again until the server has it. Rejects when the import cannot go on. */
export async function sendConversations(found: AsyncIterable<ConversationToImport>, options: SendOptions) {
  const { api, importId, signal, onProgress } = options;
  const counts: ImportCounts = { new: 0, grown: 0, same: 0, deleted: 0, busy: 0, missingFiles: 0 };
  const problems: FileProblem[] = [];
  let batch: ImportedConversation[] = [];
  let length = 0;
  /** The conversations that are done. An export may contain one twice. */
  const done = new Set<string>();

  const count = (conversation: ImportedConversation, outcome?: ImportOutcome) => {
    if (outcome && !done.has(keyOf(conversation))) counts[outcome]++;
    done.add(keyOf(conversation));
  };
  const deliver = async (conversations: ImportedConversation[]): Promise<void> => {
    try {
      const outcomes = await retried(async () => (await api.imports()).send({ importId, conversations }), options);
      conversations.forEach((each, index) => count(each, outcomes[index]));
    } catch (error) {
      if (!(error instanceof AppError) || !FINAL.has(error.code)) throw error;
      const [first, ...others] = conversations;
      if (!first) return;
      if (others.length === 0)
        problems.push({ file: first.title, problem: t`${first.title} could not be imported. ${error.message}` });
      // One of them is to blame.
      else for (const each of conversations) await deliver([each]);
    }
  };
  const flush = async () => {
    const conversations = batch;
    batch = [];
    length = 0;
    if (conversations.length > 0) await deliver(conversations);
    for (const each of conversations) done.add(keyOf(each));
    onProgress(done.size);
  };

  for await (const { conversation, files } of found) {
    signal.throwIfAborted();
    const hasUploads = files.some(({ file }) => file !== null);
    const known = hasUploads ? await knownOutcome(conversation, options) : null;
    if (known) {
      count(conversation, known);
      onProgress(done.size);
      continue;
    }
    const whole = files.length > 0 ? await withFiles(conversation, files, options, counts) : conversation;
    const own = lengthOf(whole);
    if (batch.length >= MOST_IN_BATCH || (batch.length > 0 && length + own > BATCH_LENGTH)) await flush();
    batch.push(whole);
    length += own;
  }
  await flush();
  return { counts, problems };
}

/** Estimates the length of the JSON, without making it: in a large import that would be garbage of its own size. */
function lengthOf({ messages }: ImportedConversation): number {
  return messages.reduce(
    (sum, { text, reasoningContent = '' }) => sum + text.length + reasoningContent.length + MESSAGE_LENGTH,
    0,
  );
}

function keyOf({ source, id }: ImportedConversation): string {
  return `${source} ${id}`;
}

/** The outcome for a conversation that the server has, whose files need no upload; null for any other. */
async function knownOutcome(conversation: ImportedConversation, options: SendOptions): Promise<ImportOutcome | null> {
  const { api, importId } = options;
  const request = { importId, conversations: [conversation], dryRun: true };
  const [outcome] = await retried(async () => (await api.imports()).send(request), options).catch((error: unknown) => {
    // It is refused again, and named, when it is sent.
    if (error instanceof AppError && FINAL.has(error.code)) return [];
    throw error;
  });
  return outcome === 'same' || outcome === 'deleted' ? outcome : null;
}

/** Uploads the files of a conversation and attaches them to its messages. */
async function withFiles(
  conversation: ImportedConversation,
  files: ConversationToImport['files'],
  options: SendOptions,
  counts: ImportCounts,
): Promise<ImportedConversation> {
  const uploaded = new Map<string, Attachment[]>();
  const lacking = new Set<string>();
  const questions = new Set(conversation.messages.flatMap(({ id, isUser }) => (isUser ? id : [])));
  for (const { messageId, file } of files) {
    const attachment = file && (await upload(file, options));
    const own = uploaded.get(messageId) ?? [];
    // A reply has room for one picture.
    const hasRoom = questions.has(messageId) || (own.length === 0 && attachment?.kind === 'image');
    if (attachment && hasRoom) uploaded.set(messageId, [...own, attachment]);
    else {
      lacking.add(messageId);
      counts.missingFiles++;
    }
  }
  /** The new addresses of drawn pictures, by the old ones. */
  const moved = new Map<string, string>();
  return {
    ...conversation,
    messages: conversation.messages.map((message) => {
      const own = uploaded.get(message.id);
      const [picture] = own ?? [];
      if (picture && !message.isUser) {
        if (message.imageUrl !== undefined) moved.set(withoutQuery(message.imageUrl), picture.url);
        return { ...message, imageUrl: picture.url };
      }
      const previous = moved.get(withoutQuery(message.previousImageUrl ?? ''));
      if (own || previous !== undefined) {
        return {
          ...message,
          ...(own && { attachments: own }),
          ...(previous !== undefined && { previousImageUrl: previous }),
        };
      }
      const isEmpty = message.text.trim() === '' && lacking.has(message.id);
      return isEmpty ? { ...message, text: t`[This file isn’t in the export.]` } : message;
    }),
  };
}

/** The address without the signature, which differs each time. */
function withoutQuery(address: string): string {
  return address.split('?', 1)[0] ?? '';
}

/** Null for a file that the server does not take. */
async function upload(file: File, options: SendOptions): Promise<Attachment | null> {
  const { api, signal } = options;
  try {
    return await retried(() => api.upload(file, { signal, onProgress() {} }), options);
  } catch (error) {
    if (error instanceof AppError && FINAL.has(error.code)) return null;
    throw error;
  }
}

/** Makes a request until it succeeds, with pauses. Rejects with an error that will not go away. */
async function retried<T>(request: () => Promise<T>, { signal, onWaiting }: SendOptions): Promise<T> {
  for (let failures = 1; ; failures++) {
    try {
      const result = await request();
      if (failures > 1) onWaiting(false);
      return result;
    } catch (error) {
      signal.throwIfAborted();
      const isOurs = error instanceof AppError;
      if (isOurs && (FINAL.has(error.code) || error.code === 'unauthorized' || error.code === 'forbidden')) throw error;
      if (isOurs && error.code === 'internal' && failures >= MOST_ATTEMPTS) throw error;
      if (retryAfter(error) > LONGEST_WAIT) throw error;
      onWaiting(true);
      await pause(retryDelay(error), signal);
    }
  }
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      reject(signal.reason as Error);
    });
  });
}
