import { AppError } from '@parley/core';
import { z } from 'zod';
import type { ImageModel, ImageRequest } from '../model/images/image-model.ts';
import { PICTURE_SHAPES } from '../model/images/picture-shape.ts';
import type { EmitReply, Turn } from '../modes/mode.ts';
import { conversationPictures } from './conversation-pictures.ts';
import type { Tool } from './tool.ts';

const MAX_PROMPT = 4_000;

const Arguments = z.object({
  prompt: z.string().trim().min(1).max(MAX_PROMPT),
  changes_newest_picture: z.boolean().default(false),
  shape: z.enum(PICTURE_SHAPES).default('square'),
});

/** Draws a picture from the conversation, or changes its newest one, and adds it to the reply. */
export function drawPicture(turn: Turn, model: ImageModel, emit: EmitReply): Tool<z.infer<typeof Arguments>> {
  const { messages, files, safetyIdentifier } = turn;
  const draw = async (request: ImageRequest, signal: AbortSignal): Promise<string> => {
    const picture = await model.draw(request, signal);
    signal.throwIfAborted();
    return files.keepPicture(picture, request.prompt);
  };
  return {
    name: 'draw_picture',
    description: [
      'Draws a picture and shows it to the user. Use it only when the user asks for a picture.',
      'The prompt describes the whole picture with all that was said about it, since the drawing model does not see the conversation.',
      'changes_newest_picture: whether to change the newest picture of the conversation instead of drawing a new one.',
      'shape: square, unless the user wants another or the picture is for a screen or a page.',
    ].join(' '),
    schema: Arguments,
    shown: 'image_generation',
    limit: 1,
    detailOf: ({ prompt }) => prompt,
    async run({ prompt, changes_newest_picture: isChange, shape }, signal) {
      const newest = isChange ? conversationPictures(messages)[0] : undefined;
      const picture = newest === undefined ? null : await files.bytes(newest);
      if (isChange && !picture) throw new AppError('not-found', { message: 'There is no picture to change.' });
      const request = { prompt, pictures: picture ? [picture] : [], shape, safetyIdentifier };
      const giveBack = await turn.pictures?.count();
      const imageUrl = await draw(request, signal).catch(async (error: unknown) => {
        // The service may bill a picture that was stopped.
        if (!signal.aborted) await giveBack?.();
        throw error;
      });
      emit({ type: 'image', imageUrl, imagePrompt: prompt });
      return { text: 'The picture is drawn, and the user sees it below your answer. Do not describe it at length.' };
    },
  };
}
