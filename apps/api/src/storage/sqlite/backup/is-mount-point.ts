import { statSync } from 'node:fs';
import { dirname } from 'node:path';

/** Whether another disk is mounted at this folder. Nothing can be renamed to its place. */
export function isMountPoint(folder: string): boolean {
  const device = statSync(folder, { throwIfNoEntry: false })?.dev;
  return device !== undefined && device !== statSync(dirname(folder)).dev;
}
