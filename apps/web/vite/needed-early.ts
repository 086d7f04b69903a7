import type { ModulePreloadOptions } from 'vite';

const CHAT = /\/(?:chat|message-list|markdown)-[^/]*$/;
/** What every chat waits for. */
const AWAITED = /\/(?:message-list|markdown)-[^/]*$/;
/** What is there by then. */
const ALWAYS = /\/(?:index|chat|drawing|stream)-[^/]*$/;

/**
 * Which imports of a later part are asked for along with it, rather than when it has come. Whatever loads the part has to
 * name them: the chat does so only where somebody waits. The rest is kept by the service worker or large in itself.
 */
export const neededEarly: NonNullable<ModulePreloadOptions['resolveDependencies']> = (part, imports, { hostId }) => {
  if (!CHAT.test(hostId)) return imports;
  return AWAITED.test(part) ? imports.filter((name) => !ALWAYS.test(name)) : [];
};
