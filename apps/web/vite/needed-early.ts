import type { ModulePreloadOptions } from 'vite';

const CHAT = /\/(?:chat|message-list|markdown)-[^/]*$/;
/** Parts that every chat waits for. */
const AWAITED = /\/(?:message-list|markdown)-[^/]*$/;
/** Files that are loaded by then. */
const ALWAYS = /\/(?:index|chat|drawing|stream)-[^/]*$/;

/**
 * Chooses which imports of a lazy part are preloaded with it. The part that loads it has to list them: the chat does so only
 * for parts that a user waits for. The others are precached or large in themselves.
 */
export const neededEarly: NonNullable<ModulePreloadOptions['resolveDependencies']> = (part, imports, { hostId }) => {
  if (!CHAT.test(hostId)) return imports;
  return AWAITED.test(part) ? imports.filter((name) => !ALWAYS.test(name)) : [];
};
