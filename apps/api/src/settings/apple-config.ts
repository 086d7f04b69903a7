import { createPrivateKey } from 'node:crypto';
import { APPLE_ADDRESSES, type AppleSettings } from '../auth/apple/apple-settings.ts';
import type { Settings } from './settings.ts';

const NAMES = ['APPLE_CLIENT_ID', 'APPLE_TEAM_ID', 'APPLE_KEY_ID', 'APPLE_PRIVATE_KEY'] as const;

/** Settings of Sign in with Apple, or null when none is set. Adds each problem, with its fix, to `problems`. */
export function readApple(set: Settings, problems: string[]): AppleSettings | null {
  const isSet = NAMES.filter((name) => set[name] !== undefined);
  if (isSet.length === 0) return null;
  for (const name of NAMES) {
    if (set[name] !== undefined) continue;
    problems.push(`${name}: is missing, but ${isSet.join(', ')} is set; set all four for Sign in with Apple, or none`);
  }
  // In a `.env` file, each value is on one line.
  const privateKey = (set.APPLE_PRIVATE_KEY ?? '').replaceAll(String.raw`\n`, '\n');
  if (set.APPLE_PRIVATE_KEY !== undefined && !isUsable(privateKey)) {
    problems.push(
      String.raw`APPLE_PRIVATE_KEY: must be the contents of the key’s .p8 file, including its first and last lines; on one line, put \n for each line break and, for systemd, quotes around all of it`,
    );
  }
  if (URL.parse(set.PUBLIC_URL ?? '')?.protocol !== 'https:') {
    problems.push('PUBLIC_URL: must start with https://, because Apple redirects to nothing else');
  }
  return {
    clientId: set.APPLE_CLIENT_ID ?? '',
    teamId: set.APPLE_TEAM_ID ?? '',
    keyId: set.APPLE_KEY_ID ?? '',
    privateKey,
    ...APPLE_ADDRESSES,
  };
}

/** One line of start-up output: the provider in use, and how to choose another. */
export function describeApple(apple: AppleSettings | null): string {
  if (apple?.issuer === APPLE_ADDRESSES.issuer) return `Sign in with Apple: ${apple.clientId}`;
  return `Sign in with Apple: ${apple ? 'sandbox' : 'none'} (set ${NAMES.join(', ')} for the real one)`;
}

function isUsable(pem: string): boolean {
  try {
    const key = createPrivateKey(pem);
    return pem.includes('BEGIN PRIVATE KEY') && key.asymmetricKeyDetails?.namedCurve === 'prime256v1';
  } catch {
    return false;
  }
}
