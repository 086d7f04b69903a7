import { homedir } from 'node:os';
import { join } from 'node:path';

/** Folder for test servers, outside of the repository so that every checkout shares them. */
export function testCache(env: NodeJS.ProcessEnv): string {
  return join(env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'parley');
}
