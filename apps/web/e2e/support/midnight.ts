import { setTimeout as pause } from 'node:timers/promises';

const DAY = 86_400_000;

/** A time zone where it is about noon and no clock ever changes, so that no calendar day ends during a test. */
export function middayZone(): string {
  const ahead = 12 - new Date().getUTCHours();
  // The signs of these zones are reversed.
  return `Etc/GMT${ahead > 0 ? '-' : '+'}${Math.abs(ahead)}`;
}

/** Waits for the next day of UTC, by which the server counts, if it begins within a minute. */
export async function passMidnight(): Promise<void> {
  const left = DAY - (Date.now() % DAY);
  if (left < 60_000) await pause(left);
}
