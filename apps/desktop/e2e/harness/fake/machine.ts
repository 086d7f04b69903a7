import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface Machine {
  platform: 'linux' | 'darwin' | 'win32';
  /** Folder of what the app keeps; outlives runs. */
  userData: string;
  /** Where a packed app's resources lie. */
  resources: string;
  /** What its environment says in place of this one's. */
  env: NodeJS.ProcessEnv;
  /** What safeStorage does: `basic_text` is Linux without a keychain, `none` a system that cannot encrypt at all. */
  keychain: 'safe' | 'basic_text' | 'none';
  keychainKey: Buffer;
  /** Keys that belong to other programs. */
  takenShortcuts: Set<string>;
  isDark: boolean;
  /** Hands arguments to the app that runs already; null where none does. */
  running: ((argv: string[]) => void) | null;
  remove(): void;
}

/** The computer that an app is started on, again and again. */
export function createMachine(changed: Partial<Machine> = {}): Machine {
  const userData = mkdtempSync(join(tmpdir(), 'parley-desktop-'));
  return {
    platform: 'linux',
    userData,
    resources: join(userData, 'resources'),
    env: { APPIMAGE: undefined },
    keychain: 'safe',
    keychainKey: randomBytes(32),
    takenShortcuts: new Set(),
    isDark: false,
    running: null,
    remove: () => rmSync(userData, { recursive: true, force: true }),
    ...changed,
  };
}
