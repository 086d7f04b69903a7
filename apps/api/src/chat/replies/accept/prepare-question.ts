import { AppError, canBeContinued, MAX_ATTACHMENTS, t, type Attachment, type Message } from '@parley/core';
import type { Files } from '../../../files/files.ts';
import { fileIdOf } from '../../../files/file-url.ts';
import type { Caller } from '../../../limits/fair-scheduler.ts';
import type { PageRequest, ProjectStore, Storage } from '../../../storage/storage.ts';
import type { Backends } from '../../modes/mode.ts';
import type { Moderation } from '../../moderation/moderation.ts';
import { MODES_BY_ID } from '../../modes/modes.ts';
import { attachmentRefusal, capabilityRefusal, NO_PICTURE_WORDS } from '../../modes/refusals.ts';
import type { NewMessage } from './new-message.ts';

/** Milliseconds to wait for the models' capabilities; after that, the reply itself reports what is not supported. */
const CAPABILITIES_MS = 250;
/** Number of messages at the end of a conversation that are searched for the question of a reply. */
const NEAR_END = 20;
/** Messages in each further page. */
const LARGEST_PAGE = 500;

export interface PrepareDependencies {
  storage: Storage;
  files: Files;
  backends: Backends;
  moderation: Moderation;
}

/** The question to answer: new, edited, or stored and asked again. */
interface Asked {
  text: string;
  attachments: Attachment[];
}

/** A validated question with its files. */
export interface PreparedQuestion {
  /** As in `AcceptRequest`. */
  attachments: Attachment[] | null;
  previousImageUrl: string | null;
  /** Id of the message being replaced; null when the message continues its conversation. */
  replaces: string | null;
  /** The question to ask; null if it is further up and no caller needs it. */
  asked: Asked | null;
  /** The reply to continue, if any. */
  continued: Message | null;
  /** Text that a conversation is titled after until it has a better title. */
  words: string;
  /** Deletes the files of the request; call when the message is not accepted after all. */
  discard(): Promise<void>;
}

/**
 * Checks everything that can be checked before a message is accepted, so that an unanswerable one counts nothing, and
 * stores the files of the request. Throws an `AppError` with the reason.
 */
export async function prepareQuestion(
  userId: string,
  message: NewMessage,
  dependencies: PrepareDependencies,
  caller: Caller,
): Promise<PreparedQuestion> {
  const { storage, files, backends, moderation } = dependencies;
  const { mode } = message;
  await refuseProject(userId, message, storage.projects);
  await refuseMode(message, backends);
  const replaced = await findReplaced(userId, message, storage);
  const replaces = replaced?.id ?? null;
  if (message.continues && !(replaced && canBeContinued(replaced))) refuse(t`This reply can’t be continued.`);
  if (replaced && !replaced.isUser) {
    await findPicture(userId, message.previousImageUrl, storage);
    const question = await findQuestionOf(userId, message.conversationId, replaced.id, storage, moderation.isOn);
    const asked = question && { text: question.text, attachments: question.attachments ?? [] };
    if (asked) await refuseQuestion(message, asked, backends);
    const continued = message.continues ? replaced : null;
    const discard = async () => {};
    return { attachments: null, previousImageUrl: null, replaces, asked, continued, words: '', discard };
  }

  const kept = message.attachmentIds === null ? (replaced?.attachments ?? []) : [];
  const uploaded = await findUploaded(userId, message.attachmentIds ?? [], storage);
  if (message.text === '' && mode === 'image') refuse(NO_PICTURE_WORDS);
  const isBare =
    kept.length + uploaded.length === 0 && !message.inline.base64ImageDataUri && !message.inline.documentContent;
  if (message.text === '' && isBare) refuse(t`A message needs some text.`);

  const picture = await findPicture(userId, message.previousImageUrl, storage);
  const previousImageUrl = mode === 'image' ? picture : null;
  const inline = await files.storeInlineFiles(userId, message.inline, caller);
  const discard = async (): Promise<void> => {
    for (const { id } of inline) await storage.files.deleteUnsent(userId, id);
  };
  try {
    const attachments = [...kept, ...uploaded, ...inline];
    if (attachments.length > MAX_ATTACHMENTS) refuse(t`You can attach up to ${MAX_ATTACHMENTS} files.`);
    const asked = { text: message.text, attachments };
    await refuseQuestion(message, asked, backends);
    return {
      attachments,
      previousImageUrl,
      replaces,
      asked,
      continued: null,
      words: message.text || (attachments[0]?.name ?? ''),
      discard,
    };
  } catch (error) {
    await discard();
    throw error;
  }
}

function refuse(sentence: string): never {
  throw new AppError('invalid-request', { message: sentence });
}

/**
 * Finds the message being replaced; null when there is none. A client that knows only the spec makes up its own ids, so
 * an unknown id means the end of the conversation: its last reply if the question is the same, else its last question.
 * Also null for an unknown conversation, which the message then begins.
 */
async function findReplaced(userId: string, message: NewMessage, storage: Storage): Promise<Message | null> {
  const { conversationId, replaces, text } = message;
  if (replaces === null) return null;
  const named = replaces.id === null ? null : await storage.replies.message(userId, replaces.id);
  if (named) return named;
  if (message.continues) throw new AppError('not-found');
  const end = await storage.conversations.messages(userId, conversationId, { limit: 2 });
  const question = end?.items.findLast(({ isUser }) => isUser) ?? null;
  const isSame = question === null || text === '' || text === question.text;
  return isSame ? (end?.items.at(-1) ?? null) : question;
}

/**
 * The question of a reply on the branch. Unless `isAnywhere`, null when it is not near the end of the conversation,
 * where its reply reports problems.
 */
async function findQuestionOf(
  userId: string,
  conversationId: string,
  replyId: string,
  { conversations }: Storage,
  isAnywhere: boolean,
): Promise<Message | null> {
  let isNext = false;
  for (let request: PageRequest = { limit: NEAR_END }; ;) {
    const page = await conversations.messages(userId, conversationId, request);
    for (const message of page?.items.toReversed() ?? []) {
      if (isNext) return message.isUser ? message : null;
      isNext = message.id === replyId;
    }
    if (!page?.nextBefore || !(isAnywhere || isNext)) return null;
    request = { limit: LARGEST_PAGE, before: page.nextBefore };
  }
}

/** The attachments of these uploads. Throws `not-found` with the ids of those that do not exist (any more). */
export async function findUploaded(
  userId: string,
  ids: string[],
  storage: Pick<Storage, 'files'>,
): Promise<Attachment[]> {
  const wanted = [...new Set(ids)];
  if (wanted.length === 0) return [];
  const found = await storage.files.findAll(userId, wanted);
  const attachments = found.map(({ attachment }) => attachment);
  if (found.length < wanted.length) {
    const there = new Set(attachments.map(({ id }) => id));
    throw new AppError('not-found', {
      message: t`An attached file is no longer available. Please attach it again.`,
      details: { missingFileIds: wanted.filter((id) => !there.has(id)) },
    });
  }
  return attachments;
}

/**
 * Checks that the URL is a picture of this user and returns it. Throws `not-found` for any other URL, which is never
 * fetched.
 */
async function findPicture(userId: string, url: string | null, storage: Storage): Promise<string | null> {
  if (url === null) return null;
  const id = fileIdOf(url);
  const [file] = id === null ? [] : await storage.files.findAll(userId, [id]);
  if (file?.attachment.kind !== 'image')
    throw new AppError('not-found', { message: t`The image to edit is no longer available.` });
  return file.attachment.url;
}

/** Another user's project is unknown. A deleted one is fine: its conversation counts as outside of projects. */
async function refuseProject(userId: string, { projectId }: NewMessage, projects: ProjectStore): Promise<void> {
  if (projectId === null || (await projects.find(userId, projectId))) return;
  const deleted = await projects.listDeleted(userId, 0);
  if (!deleted.some(({ id }) => id === projectId)) throw new AppError('not-found');
}

async function refuseMode({ mode }: NewMessage, backends: Backends): Promise<void> {
  const asked = MODES_BY_ID[mode].capability?.(backends);
  const capability = asked && (await ifKnownSoon(asked));
  const refusal = capability && capabilityRefusal(capability);
  if (refusal) throw refusal;
}

async function refuseQuestion({ mode }: NewMessage, { text, attachments }: Asked, { model }: Backends): Promise<void> {
  if (mode === 'image') {
    if (text.trim() === '') refuse(NO_PICTURE_WORDS);
    return;
  }
  await refuseAttachments(attachments, model);
}

/** Throws `unsupported-type` for attachments that the model is known not to read. */
export async function refuseAttachments(attachments: Attachment[], model: Backends['model']): Promise<void> {
  if (!attachments.some(({ kind, isScanned }) => kind === 'image' || isScanned)) return;
  const capabilities = await ifKnownSoon(model.capabilities());
  const refusal = capabilities && attachmentRefusal(attachments, capabilities);
  if (refusal) throw refusal;
}

async function ifKnownSoon<T>(asked: Promise<T>): Promise<T | null> {
  const { promise: tooLate, resolve } = Promise.withResolvers<null>();
  const timer = setTimeout(() => resolve(null), CAPABILITIES_MS);
  return Promise.race([asked, tooLate]).finally(() => clearTimeout(timer));
}
