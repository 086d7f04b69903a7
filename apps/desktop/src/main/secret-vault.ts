import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { safeStorage } from 'electron';
import { z } from 'zod';
import { SECRETS, type SecretName } from '../bridge.ts';

type Secrets = Partial<Record<SecretName, string>>;

/** As they lie in the file: with the address of the server that they are for. */
const kept = z.object({ server: z.string(), secrets: z.partialRecord(z.enum(SECRETS), z.string()) });
type Kept = z.infer<typeof kept>;

export interface SecretVault {
  /** Whether secrets outlast this run. */
  isLasting(): boolean;
  all(): Secrets;
  /** Keeps, or with null forgets; true when it will be there in the next run. */
  keep(name: SecretName, value: string | null): boolean;
  forgetAll(): void;
}

/**
 * Keeps secrets in a file that only the system's keychain can open. Where there is none, or on Linux one that everybody
 * knows the password of, nothing is written: they live as long as this run. They are for the server at `serverUrl()` when
 * they are kept, and are not there for another, however the app has come to speak to it. Call once the app is ready.
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
    } catch {
      // What is on the disk must not outlive a sign-out.
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
    forgetAll() {
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
