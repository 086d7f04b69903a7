import type { Platform } from '../../platform.ts';

/** Whether this server and this browser take passkeys. The desktop app signs in through the browser instead. */
export function takesPasskeys({ settings, browserSignIn }: Platform): boolean {
  return settings.takesPasskeys === true && !browserSignIn && 'PublicKeyCredential' in globalThis;
}
