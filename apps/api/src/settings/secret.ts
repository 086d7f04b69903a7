import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ConfigError } from './config.ts';

/**
 * A secret that is generated once and stored in the data folder, readable only by its owner. Throws a `ConfigError` for
 * an incomplete file: tokens signed with a shorter secret could be forged.
 */
export function keptSecret(dataDir: string, name: string): string {
  const folder = join(dataDir, 'secrets');
  const file = join(folder, name);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  try {
    writeFileSync(file, randomBytes(48).toString('base64url'), { flag: 'wx', mode: 0o600, flush: true });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') {
      // A full disk leaves an empty file.
      rmSync(file, { force: true });
      throw error;
    }
  }
  const secret = readFileSync(file, 'utf8');
  if (Buffer.byteLength(secret.trim()) >= 32) return secret;
  throw new ConfigError([
    `DATA_DIR: ${file} is incomplete; remove it and a new one is made (everyone has to sign in again)`,
  ]);
}

/** The same secret, or null if it was not generated on this machine or cannot be read. */
export function knownSecret(dataDir: string, name: string): string | null {
  try {
    return readFileSync(join(dataDir, 'secrets', name), 'utf8');
  } catch {
    return null;
  }
}
