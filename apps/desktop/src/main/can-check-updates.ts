import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Whether what an update is can be checked here. On Windows electron-updater compares its signature with the publisher
 * that electron-builder wrote beside a signed app; without one it would take whatever it is given. `resources` is the
 * folder of the packed app's resources.
 */
export function canCheckUpdates(platform: NodeJS.Platform, resources: string): boolean {
  if (platform !== 'win32') return true;
  try {
    return /^publisherName:/m.test(readFileSync(join(resources, 'app-update.yml'), 'utf8'));
  } catch {
    return false;
  }
}
