import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Whether updates can be verified here. On Windows electron-updater compares the signature with the publisher that
 * electron-builder wrote beside a signed app; without a publisher it would install anything. `resources` is the folder
 * of the packed app's resources.
 */
export function canVerifyUpdates(platform: NodeJS.Platform, resources: string): boolean {
  if (platform !== 'win32') return true;
  try {
    return /^publisherName:/m.test(readFileSync(join(resources, 'app-update.yml'), 'utf8'));
  } catch {
    return false;
  }
}
