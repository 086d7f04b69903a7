import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { z } from 'zod';
import { LANGUAGES } from '@parley/core';

const bounds = z.object({ x: z.int(), y: z.int(), width: z.int().min(1), height: z.int().min(1) });

/** The app's settings on this machine. Nothing in it is secret, and losing it does no harm. */
const settings = z.object({
  serverUrl: z.string().optional().catch(undefined),
  window: z.object({ bounds, isMaximized: z.boolean() }).optional().catch(undefined),
  /** The keys of quick ask; empty for none. */
  quickAskKeys: z.string().max(60).optional().catch(undefined),
  /** The user's choice; absent for the system's language. */
  language: z
    .enum(LANGUAGES.map(({ id }) => id))
    .optional()
    .catch(undefined),
});

export type DesktopSettings = z.infer<typeof settings>;

export interface SettingsFile {
  read(): DesktopSettings;
  /** Writes atomically, at once. A failed write is ignored. */
  change(changed: Partial<DesktopSettings>): void;
}

export function openSettingsFile(path: string): SettingsFile {
  let current = load(path);
  return {
    read: () => current,
    change(changed) {
      current = { ...current, ...changed };
      try {
        writeFileSync(`${path}.new`, JSON.stringify(current), { mode: 0o600 });
        renameSync(`${path}.new`, path);
      } catch (error) {
        // The change still applies to this run.
        console.warn('The settings could not be saved.', error);
      }
    },
  };
}

function load(path: string): DesktopSettings {
  try {
    return settings.parse(JSON.parse(readFileSync(path, 'utf8')));
  } catch {
    return {};
  }
}
