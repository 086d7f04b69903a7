import { join } from 'node:path';
import { explainFailure } from './explain-failure.ts';
import { makeFolder, requireWritable } from './make-folder.ts';
import { ConfigError, type Config } from './settings/config.ts';

/** Turns a failure to listen into an error that names the setting and what to do. */
export function nameListening(setting: 'PORT' | 'SANDBOX_PORT', port: number, host: string, error: unknown): Error {
  switch ((error as NodeJS.ErrnoException).code) {
    case 'EADDRINUSE':
      return new ConfigError([`${setting}: ${port} is in use; stop the other program or choose another port`]);
    case 'EACCES':
      return new ConfigError([`${setting}: this user can’t listen on port ${port}; choose 1024 or higher`]);
    case 'ERR_SOCKET_BAD_PORT':
      // The sandbox listens on the port after `PORT`, and 65535 is the last one.
      return new ConfigError([`${setting}: ${port} isn’t a port; set it to one from 1 to 65535`]);
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return new ConfigError([
        `HOST: this machine has no address ${host}; set 127.0.0.1, or 0.0.0.0 for every network`,
      ]);
    default:
      return error as Error;
  }
}

/** Turns a failure to open the database into an error that names the setting. */
export function nameStorage({ dataDir, databaseUrl }: Config, error: unknown): ConfigError {
  const setting = databaseUrl === `sqlite:${join(dataDir, 'parley.db')}` ? 'DATA_DIR' : 'DATABASE_URL';
  return new ConfigError([`${setting}: ${explainFailure(error)}`]);
}

const FIXES: Record<string, string> = { ENOSPC: 'free up space', EROFS: 'its disk is read-only: mount it for writing' };

/** Creates the data folder if anything is stored in it. Throws a `ConfigError` if it is not writable. */
export function makeDataDir({ dataDir, databaseUrl, jwtSecret }: Config): void {
  if (jwtSecret !== null && !databaseUrl.startsWith('sqlite:')) return;
  try {
    makeFolder(dataDir);
    requireWritable(dataDir);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const fix = FIXES[code ?? ''] ?? 'let this user write there';
    throw new ConfigError([`DATA_DIR: can’t write to ${dataDir} (${code}); ${fix} or choose another folder`]);
  }
}
