import { net } from 'electron';
import { z } from 'zod';
import { t } from '@parley/core';
import { ProductSettings, SettingsResponse } from '@parley/core/api';
import type { ServerState } from '../../bridge.ts';
import { parseServerAddress } from './server-address.ts';
import type { SettingsFile } from '../system/settings-file.ts';

const TIMEOUT = 8000;
/** Milliseconds. The window is empty until then. */
const FIRST_TIMEOUT = 3000;
const LARGEST = 20_000;

/** Answers of older servers lack the fields with a default; those of newer ones may have values that are unknown here. */
const Answer = SettingsResponse.extend({
  settings: ProductSettings.extend({
    productName: z.string().min(1).max(100),
    searchesWeb: z.boolean().default(true),
    drawsPictures: z.boolean().default(true),
    verifiesFirst: z.boolean().default(false),
    makesShareLinks: z.boolean().default(false),
    takesDictation: z.boolean().default(false),
    readsAloud: z.boolean().default(false),
    apiKeys: ProductSettings.shape.apiKeys.catch('off'),
    brand: ProductSettings.shape.brand.catch({}),
    downloads: ProductSettings.shape.downloads.default({ mac: null, windows: null, linux: null }),
  }),
});

export interface Server {
  /** The server's origin, without a trailing slash. */
  url(): string;
  ask(): Promise<ServerState>;
  /** The same with a shorter timeout, for the first page, which shows nothing until then. */
  connectQuickly(): Promise<ServerState>;
  /** Switches to the server at a typed address if one answers; otherwise changes nothing. */
  use(address: string): Promise<ServerState>;
}

/** The app's server: `given` for this run, else the last one chosen, else `otherwise`. */
export function createServer(file: SettingsFile, given: string | null, otherwise: string): Server {
  // An operator may have set the build's address with a slash at its end.
  let url = given ?? parseServerAddress(file.read().serverUrl ?? '') ?? parseServerAddress(otherwise) ?? otherwise;
  return {
    url: () => url,
    ask: () => askServer(url, TIMEOUT),
    connectQuickly: () => askServer(url, FIRST_TIMEOUT),
    async use(address) {
      const chosen = parseServerAddress(address);
      if (chosen === null) return { url, problem: t`Enter an address that starts with https://.` };
      const state = await askServer(chosen, TIMEOUT);
      if ('settings' in state) {
        url = chosen;
        file.change({ serverUrl: chosen });
      }
      return state;
    },
  };
}

async function askServer(url: string, timeout: number): Promise<ServerState> {
  try {
    const answer = await net.fetch(`${url}/api/settings`, {
      credentials: 'omit',
      cache: 'no-store',
      redirect: 'error',
      signal: AbortSignal.timeout(timeout),
    });
    // A proxy answers for a server that is away.
    if (answer.status >= 502) throw new Error(`Status ${answer.status}`);
    const text = await answer.text();
    const read = text.length <= LARGEST ? Answer.safeParse(parseJson(text)) : null;
    if (answer.ok && read?.success) return { url, settings: read.data.settings };
    return { url, problem: t`${hostOf(url)} responded, but it isn’t a server for this app.` };
  } catch (error) {
    // Chromium's name of the problem, such as `net::ERR_CERT_DATE_INVALID`.
    const isUntrusted = error instanceof Error && error.message.includes('ERR_CERT_');
    const problem = isUntrusted
      ? t`${hostOf(url)} has no valid certificate. Check the date and time of this computer. If they’re right, the operator needs to fix it.`
      : t`Can’t reach ${hostOf(url)}.`;
    return { url, problem };
  }
}

function hostOf(url: string): string {
  return new URL(url).host;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
