import { fileIdOf } from '../../../files/file-url.ts';
import type { Caller } from '../../../limits/fair-scheduler.ts';
import { turnFiles } from '../generate/read-turn.ts';
import type { NewMessage } from './new-message.ts';
import type { PrepareDependencies, PreparedQuestion } from './prepare-question.ts';

/** Lets the moderation check a question with its files and, in Image, the picture to edit. Throws as it does. */
export async function admitQuestion(
  userId: string,
  { conversationId, seed }: NewMessage,
  { asked, previousImageUrl }: PreparedQuestion,
  { storage, files, moderation }: PrepareDependencies,
  caller: Caller,
): Promise<void> {
  if (!moderation.isOn || !asked) return;
  const edited = previousImageUrl === null ? null : fileIdOf(previousImageUrl);
  const pictures = edited === null ? [] : [{ id: edited, kind: 'image' as const }];
  await moderation.admit(
    {
      question: { text: asked.text, attachments: [...asked.attachments, ...pictures] },
      earlier: seed.filter(({ isUser }) => isUser),
      files: turnFiles(storage.files, files, { userId, conversationId }),
    },
    caller,
  );
}
