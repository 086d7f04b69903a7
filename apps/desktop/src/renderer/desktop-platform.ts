import type { ProductSettings } from '@parley/core';
import type { Platform } from '@parley/ui';
import { SECRETS, type DesktopBridge, type SecretName, type StartState } from '../bridge.ts';
import type { EventHub } from './event-hub.ts';

const isSecret = (key: string): key is SecretName => (SECRETS as readonly string[]).includes(key);

/** The desktop's platform: secrets in the system's keychain, the rest where pages keep things. */
export function desktopPlatform(
  bridge: DesktopBridge,
  hub: EventHub,
  { server, secrets: kept }: Pick<StartState, 'server' | 'secrets'>,
  settings: ProductSettings,
): Platform {
  const secrets = new Map(Object.entries(kept));
  const change = (name: SecretName, value: string | null) => {
    if (value === null) secrets.delete(name);
    else secrets.set(name, value);
    // One that is not kept is asked for at the next start.
    bridge.keepSecret(name, value).catch(() => {});
  };
  return {
    kind: 'desktop',
    apiUrl: server.url,
    settings,
    infoPage: null,
    // They are in the app.
    keepPages() {},
    storage: {
      get: (key) => (isSecret(key) ? (secrets.get(key) ?? null) : (attempt(() => localStorage.getItem(key)) ?? null)),
      set(key, value) {
        if (isSecret(key)) change(key, value);
        else attempt(() => localStorage.setItem(key, value));
      },
      remove(key) {
        if (isSecret(key)) change(key, null);
        else attempt(() => localStorage.removeItem(key));
      },
    },
    browserSignIn: {
      open: (request) => bridge.openSignIn(request),
      onReturn: (listener) => hub.on('link', ({ link }) => listener(link)),
    },
    shell: {
      onCommand: (listener) => hub.on('command', ({ command }) => listener(command)),
      replyEnded: (reply) => void bridge.replyEnded(reply).catch(() => {}),
    },
  };
}

/** A disk may be full; that must not end the app. */
function attempt<T>(action: () => T): T | undefined {
  try {
    return action();
  } catch {
    return undefined;
  }
}
