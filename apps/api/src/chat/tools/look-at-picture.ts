import { AppError } from '@parley/core';
import { z } from 'zod';
import type { Turn } from '../modes/mode.ts';
import { conversationPictures } from './conversation-pictures.ts';
import type { Tool } from './tool.ts';

const MAX_NUMBER = 1_000;

const Arguments = z.object({ number: z.int().min(1).max(MAX_NUMBER).default(1) });

/** Shows the model a picture of the conversation, such as one that it drew itself. */
export function lookAtPicture({ messages, files }: Turn): Tool<z.infer<typeof Arguments>> {
  return {
    name: 'look_at_picture',
    description:
      'Shows you a picture of this conversation, drawn by you or attached by the user: number 1 is the newest, 2 the one before it.',
    schema: Arguments,
    shown: 'look_at_picture',
    limit: 4,
    async run({ number }) {
      const id = conversationPictures(messages)[number - 1];
      const picture = id === undefined ? null : await files.bytes(id);
      if (!picture) throw new AppError('not-found', { message: 'There is no such picture in this conversation.' });
      return { text: `Picture ${number} is shown below.`, pictures: [picture] };
    },
  };
}
