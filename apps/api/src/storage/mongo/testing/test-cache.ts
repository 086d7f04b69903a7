import { homedir } from 'node:os';
import { join } from 'node:path';

/** Where servers are kept that tests need: outside of the tree, so that every checkout has them. */
export function testCache(env: NodeJS.ProcessEnv): string {
  return join(env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'parley');
}
