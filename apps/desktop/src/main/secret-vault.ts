import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { safeStorage } from 'electron';
import { SECRETS, type SecretName } from '../bridge.ts';

type Secrets = Partial<Record<SecretName, string>>;

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
 * knows the password of, nothing is written: they live as long as this run. Call once the app is ready.
 */
export function openSecretVault(path: string): SecretVault {
  const isLasting = hasKeychain();
  let secrets = isLasting ? load(path) : {};
  if (!isLasting) rmSync(path, { force: true });

  const save = (): boolean => {
    if (!isLasting) return false;
    try {
      writeFileSync(`${path}.new`, safeStorage.encryptString(JSON.stringify(secrets)), { mode: 0o600 });
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
    all: () => secrets,
    keep(name, value) {
      const { [name]: _, ...others } = secrets;
      secrets = value === null ? others : { ...others, [name]: value };
      return save();
    },
    forgetAll() {
      secrets = {};
      rmSync(path, { force: true });
    },
  };
}

function hasKeychain(): boolean {
  if (!safeStorage.isEncryptionAvailable()) return false;
  return process.platform !== 'linux' || !['basic_text', 'unknown'].includes(safeStorage.getSelectedStorageBackend());
}

function load(path: string): Secrets {
  try {
    const kept = JSON.parse(safeStorage.decryptString(readFileSync(path))) as Record<string, unknown>;
    const known = SECRETS.flatMap((name) => (typeof kept[name] === 'string' ? [[name, kept[name]]] : []));
    return Object.fromEntries(known) as Secrets;
  } catch {
    return {};
  }
}
