import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { z } from 'zod';

const bounds = z.object({ x: z.int(), y: z.int(), width: z.int().min(1), height: z.int().min(1) });

/** What the app remembers of this machine. Nothing in it is secret, and losing it loses nothing. */
const settings = z.object({
  serverUrl: z.string().optional().catch(undefined),
  window: z.object({ bounds, isMaximized: z.boolean() }).optional().catch(undefined),
  /** The keys of quick ask; an empty text for none. */
  quickAskKeys: z.string().max(60).optional().catch(undefined),
});

export type DesktopSettings = z.infer<typeof settings>;

export interface SettingsFile {
  read(): DesktopSettings;
  /** Writes at once, whole or not at all; a disk that takes nothing is forgotten about. */
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
      } catch {
        // It counts for this run.
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
