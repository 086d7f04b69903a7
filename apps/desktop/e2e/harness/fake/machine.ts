import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface Machine {
  platform: 'linux' | 'darwin' | 'win32';
  /** The app's data folder, which survives runs. */
  userData: string;
  /** The resources folder of a packed app. */
  resources: string;
  /** Overrides of environment variables. */
  env: NodeJS.ProcessEnv;
  /** Behavior of safeStorage: `basic_text` is Linux without a keychain, `none` a system without encryption. */
  keychain: 'safe' | 'basic_text' | 'none';
  keychainKey: Buffer;
  /** Shortcuts used by other apps. */
  takenShortcuts: Set<string>;
  isDark: boolean;
  /** The system's languages, the most wanted first. */
  languages: string[];
  /** Passes arguments to the running instance; null without one. */
  running: ((argv: string[]) => void) | null;
  remove(): void;
}

/** Creates the computer on which an app is started repeatedly. */
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
    languages: ['en-US'],
    running: null,
    remove: () => rmSync(userData, { recursive: true, force: true }),
    ...changed,
  };
}
