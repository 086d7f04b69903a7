import { fileIdOf } from '../../../files/file-url.ts';
import type { Caller } from '../../../limits/fair-scheduler.ts';
import type { Storage } from '../../../storage/storage.ts';
import { isImportedId } from '../../imports/import-record-of.ts';
import { MODES_BY_ID } from '../../modes/modes.ts';
import { MAX_CHARACTERS, type AskedMessage } from '../../moderation/asked.ts';
import { BranchReader } from '../generate/branch-reader.ts';
import { turnFiles } from '../generate/read-turn.ts';
import type { NewMessage } from './new-message.ts';
import type { PrepareDependencies, PreparedQuestion } from './prepare-question.ts';

/** Lets the moderation check a question with its files and, in Image, the picture to edit. Throws as it does. */
export async function admitQuestion(
  userId: string,
  message: NewMessage,
  { asked, previousImageUrl, replaces }: PreparedQuestion,
  { storage, files, moderation }: PrepareDependencies,
  caller: Caller,
): Promise<void> {
  if (!moderation.isOn || !asked) return;
  const { conversationId, seed, mode } = message;
  const edited = previousImageUrl === null ? null : fileIdOf(previousImageUrl);
  const pictures = edited === null ? [] : [{ id: edited, kind: 'image' as const }];
  await moderation.admit(
    {
      question: { text: asked.text, attachments: [...asked.attachments, ...pictures] },
      earlier: async () => [
        ...(MODES_BY_ID[mode].readsQuestionOnly ? [] : await storedWords(userId, message, replaces, storage)),
        ...seed.filter(({ isUser }) => isUser),
      ],
      files: turnFiles(storage.files, files, { userId, conversationId }),
    },
    caller,
  );
}

/** What the reply reads unchecked: the conversation's imported questions, and its project's name and instructions. */
async function storedWords(
  userId: string,
  { conversationId, projectId }: NewMessage,
  replaces: string | null,
  { conversations, projects }: Pick<Storage, 'conversations' | 'projects'>,
): Promise<AskedMessage[]> {
  const conversation = await conversations.find(userId, conversationId);
  const inProject = conversation ? conversation.projectId : projectId;
  const project = inProject ? await projects.find(userId, inProject) : null;
  const imported = conversation?.importedFrom
    ? await importedQuestions(userId, conversationId, replaces, conversations)
    : [];
  return project ? [...imported, { text: `${project.name}\n${project.instructions}` }] : imported;
}

/** The imported questions on the branch before the replaced message, oldest first, up to what a check reads. */
async function importedQuestions(
  userId: string,
  conversationId: string,
  replaces: string | null,
  conversations: Storage['conversations'],
): Promise<AskedMessage[]> {
  const branch = new BranchReader(conversations, { get: () => [], set() {} }, userId, conversationId);
  // No character is more than a token.
  const { messages } = await branch.read('', MAX_CHARACTERS);
  const before = messages.slice(messages.findIndex(({ id }) => id === replaces) + 1);
  return before.filter(({ id, isUser }) => isUser && isImportedId(id)).toReversed();
}
