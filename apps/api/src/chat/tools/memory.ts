import { AppError, cleanMemory, MAX_MEMORY } from '@parley/core';
import { z } from 'zod';
import type { TurnMemories } from '../../memories/turn-memories.ts';
import type { Tool } from './tool.ts';

const PER_REPLY = 5;

const Text = z.string().overwrite(cleanMemory).min(1).max(MAX_MEMORY);
const Place = z.int().min(1);
const Remember = z.object({ text: Text });
const Correct = z.object({ number: Place, text: Text });
const Forget = z.object({ number: Place });

/** The tools with which the model changes what it remembers about the user. */
export function memoryTools(memories: TurnMemories): Tool[] {
  const found = (isFound: boolean, text: string) => {
    if (!isFound) throw new AppError('not-found', { message: 'There is no memory with this number.' });
    return { text };
  };
  const remember: Tool<z.infer<typeof Remember>> = {
    name: 'remember',
    description: [
      'Remembers a lasting fact about the user for all later conversations, such as a preference, a person or a plan.',
      'Use it when the user asks you to remember something, or tells you something that will matter again and is not known yet.',
      'Never for what is only true today, for secrets such as passwords, or for health, beliefs and the like unless the user asks.',
      'text: one sentence without a subject, such as “Is vegetarian.”',
    ].join(' '),
    schema: Remember,
    shown: 'memory',
    limit: PER_REPLY,
    detailOf: ({ text }) => text,
    async run({ text }) {
      await memories.remember(text);
      return { text: 'Remembered. The user sees it below your answer and can undo it.' };
    },
  };
  const correct: Tool<z.infer<typeof Correct>> = {
    name: 'correct_memory',
    description: 'Replaces the memory with this number when the user says that it changed or was wrong.',
    schema: Correct,
    shown: 'memory',
    limit: PER_REPLY,
    detailOf: ({ text }) => text,
    run: async ({ number, text }) => found(await memories.correct(number, text), 'Corrected.'),
  };
  const forget: Tool<z.infer<typeof Forget>> = {
    name: 'forget_memory',
    description: 'Deletes the memory with this number when the user asks you to forget it.',
    schema: Forget,
    shown: 'memory',
    limit: PER_REPLY,
    detailOf: ({ number }) => memories.known[number - 1]?.text ?? '',
    run: async ({ number }) => found(await memories.forget(number), 'Forgotten.'),
  };
  return [remember, ...(memories.known.length > 0 ? [correct, forget] : [])] as Tool[];
}
