import { z } from 'zod';
import { cleanMemory, MAX_MEMORIES, MAX_MEMORY } from '../../account/memory.ts';
import { t } from '../../language/translate.ts';
import { Success, Time } from '../response.ts';

const TOO_LONG = `must have at most ${MAX_MEMORY} characters`;
const Text = z
  .string()
  .max(10 * MAX_MEMORY, TOO_LONG)
  .overwrite(cleanMemory)
  .min(1, t`must not be empty`)
  .max(MAX_MEMORY, TOO_LONG);

/** Something that the assistant remembers about its user. */
export const Memory = z.object({
  id: z.string(),
  text: z.string(),
  conversationId: z.string().nullable().describe('Where the assistant remembered it; null if the user wrote it.'),
  messageId: z.string().nullable().describe('The reply in which the assistant remembered it.'),
  createdAt: Time,
  updatedAt: Time,
});
export type Memory = z.infer<typeof Memory>;

/** GET /api/account/memories */
const ListedMemory = Memory.extend({
  conversationTitle: z.exactOptional(z.string()).describe('The title of its conversation; absent if that is deleted.'),
});
export type ListedMemory = z.infer<typeof ListedMemory>;
export const MemoriesResponse = Success.extend({
  memories: z.array(ListedMemory).describe(`All of them, oldest first; at most ${MAX_MEMORIES}.`),
  isOn: z.boolean().describe('Whether the assistant reads and writes them.'),
});
export type MemoriesResponse = z.infer<typeof MemoriesResponse>;

/** POST /api/account/memories: the same `id` again changes nothing. */
export const NewMemory = z.object({ id: z.uuid().describe('Made by the client.'), text: Text });
export type NewMemory = z.infer<typeof NewMemory>;

/** PATCH /api/account/memories/{memoryId} */
export const MemoryPatch = z.object({ text: Text });
export type MemoryPatch = z.infer<typeof MemoryPatch>;
