import type { ModulePreloadOptions } from 'vite';

const CHAT = /\/(?:chat|message-list|markdown|messages)-[^/]*$/;
/** Chunks that every chat waits for. */
const AWAITED = /\/(?:message-list|markdown)-[^/]*$/;
/** Pages whose chunks boot.js preloads. Inside the running chat the service worker has them. */
const PRELOADED = /\/(?:admin|billing|info|session)-[^/]*$/;
/** Parts of the API that are small, and need only what the chat has loaded. */
const CALLS = /-calls-|\/read-library-|\/upload-file-/;
/** Files that are already loaded by then. */
const ALWAYS = /\/(?:index|chat|shared)-[^/]*$/;

/**
 * Chooses which imports of a lazy chunk are preloaded with it. The importing chunk must list them: the chat does so
 * only for chunks that a user waits for. The others are precached or large themselves.
 */
export const neededEarly: NonNullable<ModulePreloadOptions['resolveDependencies']> = (part, imports, { hostId }) => {
  if (PRELOADED.test(part) || CALLS.test(part)) return [];
  if (!CHAT.test(hostId)) return imports;
  return AWAITED.test(part) ? imports.filter((name) => !ALWAYS.test(name)) : [];
};
