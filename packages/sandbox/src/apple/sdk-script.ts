import { readFileSync } from 'node:fs';

/** The script that a client's page loads, as text. */
export function sdkScript(): string {
  return readFileSync(new URL('./appleid.auth.js', import.meta.url), 'utf8');
}
