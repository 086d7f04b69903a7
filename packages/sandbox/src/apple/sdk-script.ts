import { readFileSync } from 'node:fs';

/** The source of the script that a client's page loads. */
export function sdkScript(): string {
  return readFileSync(new URL('./appleid.auth.js', import.meta.url), 'utf8');
}
