import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { safeStorage } from 'electron';
import { z } from 'zod';
import { SECRETS, type SecretName } from '../../bridge.ts';

type Secrets = Partial<Record<SecretName, string>>;

/** The stored form: the secrets and the address of their server. */
const kept = z.object({ server: z.string(), secrets: z.partialRecord(z.enum(SECRETS), z.string()) });
type Kept = z.infer<typeof kept>;

export interface SecretVault {
  /** Whether secrets survive a restart. */
  isLasting(): boolean;
  all(): Secrets;
  /** Stores a secret, or deletes it with null. True if it survives a restart. */
  keep(name: SecretName, value: string | null): boolean;
  clear(): void;
}

/**
 * Stores secrets in a file encrypted by the system's keychain. Without a keychain, or on Linux with one whose password
 * is public, nothing is written and they last for this run. Secrets are bound to the server at `serverUrl()` when they
 * are stored and are never returned for another one. Call once the app is ready.
 */
export function openSecretVault(path: string, serverUrl: () => string): SecretVault {
  const isLasting = hasKeychain();
  let held = isLasting ? load(path) : null;
  if (!isLasting) rmSync(path, { force: true });
  const all = (): Secrets => (held?.server === serverUrl() ? held.secrets : {});

  const save = (): boolean => {
    if (!isLasting) return false;
    try {
      writeFileSync(`${path}.new`, safeStorage.encryptString(JSON.stringify(held)), { mode: 0o600 });
      renameSync(`${path}.new`, path);
      return true;
    } catch (error) {
      console.warn('A secret could not be stored.', error);
      // The file must not outlive a sign-out.
      rmSync(path, { force: true });
      return false;
    }
  };

  return {
    isLasting: () => isLasting,
    all,
    keep(name, value) {
      const { [name]: _, ...others } = all();
      held = { server: serverUrl(), secrets: value === null ? others : { ...others, [name]: value } };
      return save();
    },
    clear() {
      held = null;
      rmSync(path, { force: true });
    },
  };
}

function hasKeychain(): boolean {
  if (!safeStorage.isEncryptionAvailable()) return false;
  return process.platform !== 'linux' || !['basic_text', 'unknown'].includes(safeStorage.getSelectedStorageBackend());
}

function load(path: string): Kept | null {
  try {
    return kept.parse(JSON.parse(safeStorage.decryptString(readFileSync(path))));
  } catch {
    return null;
  }
}
