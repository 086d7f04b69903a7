import { randomUUID } from 'node:crypto';
import { newUserMessage, type Attachment, type Message } from '@parley/core';
import type { Files } from '../../files/files.ts';
import type { Plans } from '../../plans/plans.ts';
import type { Storage, UserRecord } from '../../storage/storage.ts';
import type { ListedModel } from '../models/listed-model.ts';
import { routeModel } from '../models/route-model.ts';
import type { Backends, Turn, TurnFiles } from '../modes/mode.ts';
import { DEFAULT_ASSISTANT, type AssistantSettings } from '../modes/prompt/assistant-settings.ts';
import { findUploaded, refuseAttachments } from '../replies/accept/prepare-question.ts';
import { turnFiles } from '../replies/generate/read-turn.ts';
import { safetyIdentifier } from '../safety-identifier.ts';
import type { TemporaryMessage } from './temporary-request.ts';

/** OpenAI's Responses API refuses a smaller limit of a reply. */
const MIN_REPLY_TOKENS = 16;

interface TurnContext {
  /** By id. */
  attachments: ReadonlyMap<string, Attachment>;
  language: string;
  conversationId: string;
  /** Epoch milliseconds. */
  now: number;
}

interface TurnDependencies {
  storage: Pick<Storage, 'files'>;
  files: Files;
  plans: Pick<Plans, 'refusalOfMode'>;
  settings: { productName: string; jwtSecret: string; assistant?: AssistantSettings };
}

/** The uploads of these messages, by id. Only those of the question must still be there. */
export async function findAttachments(
  userId: string,
  { turns, program }: TemporaryMessage,
  chosen: ListedModel | null,
  { storage, backends }: { storage: Pick<Storage, 'files'>; backends: Backends },
): Promise<ReadonlyMap<string, Attachment>> {
  const { model: base, models } = backends;
  const model = chosen ? routeModel(chosen, models, base) : base;
  if (program) {
    const sent = new Map([...program.pictures].map(([id, { attachment }]) => [id, attachment]));
    const question = turns.at(-1)?.attachmentIds ?? [];
    await refuseAttachments(
      question.flatMap((id) => sent.get(id) ?? []),
      model,
    );
    return sent;
  }
  const asked = await findUploaded(userId, turns.at(-1)?.attachmentIds ?? [], storage);
  await refuseAttachments(asked, model);
  const ids = [...new Set(turns.slice(0, -1).flatMap(({ attachmentIds }) => attachmentIds))];
  const earlier = ids.length === 0 ? [] : await storage.files.findAll(userId, ids);
  const found = [...earlier.map(({ attachment }) => attachment), ...asked];
  return new Map(found.map((attachment) => [attachment.id, attachment]));
}

/** The turn of a reply whose whole conversation is in the request. */
export function temporaryTurn(
  user: UserRecord,
  { turns, mode, length, program }: TemporaryMessage,
  { attachments, language, conversationId, now }: TurnContext,
  { storage, files, plans, settings }: TurnDependencies,
): Turn {
  const { searchesByItself, about, answerStyle } = user;
  const assistant = settings.assistant ?? DEFAULT_ASSISTANT;
  const stored = turnFiles(storage.files, files, { userId: user.id, conversationId });
  return {
    messages: turns.map(({ isUser, text, attachmentIds }): Message => {
      const attached = [...new Set(attachmentIds)].flatMap((id) => attachments.get(id) ?? []);
      const message = newUserMessage(text, { id: randomUUID(), now, mode }, { attachments: attached });
      return { ...message, isUser };
    }),
    leftOut: [],
    files: program ? programFiles(stored, program) : stored,
    // The model's service gets it as the key of its cache: a new one each time, so that it connects no messages.
    conversationId,
    safetyIdentifier: safetyIdentifier(settings.jwtSecret, user.id),
    productName: settings.productName,
    assistant: program ? shortened(assistant, program) : assistant,
    searchesByItself,
    ...(plans.refusalOfMode(user, 'web_search') !== null && { isSearchLocked: true as const }),
    about: program ? '' : about,
    answerStyle: program ? '' : answerStyle,
    ...(program && { programInstructions: program.instructions }),
    language,
    now,
    ...(length && { length }),
  };
}

type Program = NonNullable<TemporaryMessage['program']>;

/** Access to the images of a program's messages instead of stored files. */
function programFiles(stored: TurnFiles, { pictures }: Program): TurnFiles {
  return {
    ...stored,
    async bytes(id) {
      const picture = pictures.get(id);
      return picture ? { type: picture.attachment.type, bytes: picture.bytes } : null;
    },
    text: async () => null,
  };
}

/** The assistant with no longer replies than the program wants. */
function shortened(assistant: AssistantSettings, { maxOutputTokens }: Program): AssistantSettings {
  if (maxOutputTokens === null) return assistant;
  const most = Math.max(maxOutputTokens, MIN_REPLY_TOKENS);
  return {
    ...assistant,
    replyTokens: Math.min(assistant.replyTokens, most),
    thinkingReplyTokens: Math.min(assistant.thinkingReplyTokens, most),
  };
}
