import type { ProductSettings } from '@parley/core';
import type { Platform } from '@parley/ui';
import { openLocalStorage } from '@parley/ui/local-storage';
import { SECRETS, type DesktopBridge, type SecretName, type StartState } from '../bridge.ts';
import type { EventHub } from './event-hub.ts';

const isSecret = (key: string): key is SecretName => (SECRETS as readonly string[]).includes(key);

/** The desktop's platform: secrets in the system's keychain, the rest in the page's storage. */
export function desktopPlatform(
  bridge: DesktopBridge,
  hub: EventHub,
  { server, secrets: kept, languages }: Pick<StartState, 'server' | 'secrets' | 'languages'>,
  settings: ProductSettings,
): Platform {
  const secrets = new Map(Object.entries(kept));
  const storage = openLocalStorage();
  const change = (name: SecretName, value: string | null) => {
    if (value === null) secrets.delete(name);
    else secrets.set(name, value);
    // A secret that could not be stored is asked for at the next start.
    bridge.keepSecret(name, value).catch(() => {});
  };
  return {
    kind: 'desktop',
    apiUrl: server.url,
    settings: { ...settings, languages: languages.filter((language) => settings.languages?.includes(language)) },
    infoPage: null,
    // The pages ship with the app.
    enableOffline() {},
    storage: {
      get: (key) => (isSecret(key) ? (secrets.get(key) ?? null) : storage.get(key)),
      set(key, value) {
        if (isSecret(key)) change(key, value);
        else storage.set(key, value);
      },
      remove(key) {
        if (isSecret(key)) change(key, null);
        else storage.remove(key);
      },
    },
    browserSignIn: {
      open: (request) => bridge.openSignIn(request),
      onReturn: (listener) => hub.on('link', ({ link }) => listener(link)),
    },
    shell: {
      onCommand: (listener) => hub.on('command', ({ command }) => listener(command)),
      onQuestion(listener) {
        const take = () => void bridge.takeQuestion().then((text) => text !== null && listener(text));
        // A question may have come before this page, or during the one before.
        take();
        return hub.on('question', take);
      },
      setUnreadCount: (count) => void bridge.setUnreadCount(count).catch(() => {}),
      replyEnded: (reply) => void bridge.replyEnded(reply).catch(() => {}),
      ...(languages.length > 1 && {
        setLanguage: (language) => void bridge.setLanguage(language).catch(() => {}),
      }),
    },
  };
}
