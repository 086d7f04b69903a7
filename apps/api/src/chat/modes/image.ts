import { AppError, t, type Message } from '@parley/core';
import { fileIdOf } from '../../files/file-url.ts';
import type { ModelPicture } from '../model/model.ts';
import { shapeIn } from '../model/images/picture-shape.ts';
import { NO_PICTURE_WORDS } from './refusals.ts';
import type { Backends, EmitReply, Mode, Turn, TurnFiles } from './mode.ts';

/** Draws a picture from the question's words, or changes the attached or named one. */
export const image: Mode = {
  readsQuestionOnly: true,
  capability: ({ imageModel }) => imageModel.capability(),
  run: draw,
};

async function draw(
  { messages, files, safetyIdentifier }: Turn,
  { imageModel }: Backends,
  emit: EmitReply,
  signal: AbortSignal,
): Promise<void> {
  const question = messages.at(-1);
  const prompt = question?.text.trim();
  if (!question || !prompt) throw new AppError('invalid-request', { message: NO_PICTURE_WORDS });
  const tool = { type: 'tool', name: 'image_generation' } as const;
  emit({ ...tool, status: 'starting' });
  let imageUrl: string;
  try {
    const pictures = await picturesToChange(question, files);
    const picture = await imageModel.draw({ prompt, pictures, shape: shapeIn(prompt), safetyIdentifier }, signal);
    if (signal.aborted) return;
    imageUrl = await files.keepPicture(picture, prompt);
  } catch (error) {
    if (signal.aborted) return;
    emit({ ...tool, status: 'error' });
    throw error;
  }
  emit({ ...tool, status: 'completed' });
  emit({ type: 'image', imageUrl, imagePrompt: prompt });
}

async function picturesToChange(question: Message, files: TurnFiles): Promise<ModelPicture[]> {
  const attached = (question.attachments ?? []).filter(({ kind }) => kind === 'image').map(({ id }) => id);
  const previous = question.previousImageUrl === undefined ? null : fileIdOf(question.previousImageUrl);
  const ids = attached.length > 0 || previous === null ? attached : [previous];
  const found = await Promise.all(ids.map((id) => files.bytes(id)));
  if (found.includes(null)) throw new AppError('not-found', { message: t`The image to edit is no longer available.` });
  return found.filter((picture) => picture !== null);
}
