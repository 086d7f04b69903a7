import { isLoopback, plural, t } from '@parley/core';
import { createOutgoingClient } from '../../outgoing/outgoing-client.ts';
import { VERSION } from '../../version.ts';
import { error, ok, warning, type Check, type Result } from '../check.ts';
import { explainConnection, isCertificateError } from '../explain-connection.ts';
import { askForStream, type AskedStream } from '../stream/ask-for-stream.ts';

const CONNECT_MS = 2_000;
/** How often to ask for a stream that seems to be held back. */
const MOST_TIMES = 3;

export interface Addresses {
  /** Where people reach the server. */
  publicUrl: string;
  /** Where it listens on this machine. */
  ownUrl: string;
  isProduction: boolean;
  /** Creates a token for the test stream; null when this machine does not have the server's secret. */
  streamToken: (() => string) | null;
}

/** Asks the server through its public address: its certificate, and the proxies on the way. */
export function addressChecks(addresses: Addresses): Check[] {
  return [
    { part: t`Public address`, run: async (report, signal) => report(await checkAddress(addresses, signal)) },
    {
      part: t`Proxies`,
      async run(report, signal) {
        for (const result of await checkProxies(addresses, signal)) report(result);
      },
    },
  ];
}

/** What `GET /healthz` brought. */
type Health = { version: string } | { status: number; location: string | null } | { failure: unknown };

async function askForHealth(origin: string, signal: AbortSignal): Promise<Health> {
  try {
    const { fetch } = createOutgoingClient({ baseUrl: origin, connectMs: CONNECT_MS, wholeMs: CONNECT_MS });
    const response = await fetch(`${origin}/healthz`, { signal });
    const text = await response.text();
    const version = response.ok ? /^\{"success":true,"version":"([^"]+)"\}$/.exec(text)?.[1] : undefined;
    if (version !== undefined) return { version };
    const target = URL.parse(response.headers.get('location') ?? '');
    return { status: response.status, location: target?.origin ?? null };
  } catch (failure) {
    return { failure };
  }
}

async function checkAddress({ publicUrl, ownUrl, isProduction }: Addresses, signal: AbortSignal): Promise<Result> {
  const [health, own] = await Promise.all([askForHealth(publicUrl, signal), askForHealth(ownUrl, signal)]);
  if ('failure' in health) return unreachable(publicUrl, health.failure, 'version' in own);
  if ('status' in health) {
    if (health.location !== null && health.location !== publicUrl) {
      return error(
        t`${publicUrl} redirects to ${health.location}.`,
        t`Set PUBLIC_URL to the address that people end up at.`,
      );
    }
    return error(
      t`${publicUrl}/healthz answers ${health.status}, but not as this product.`,
      t`Check PUBLIC_URL, and that the proxy passes all paths on.`,
    );
  }
  if (health.version !== VERSION) {
    return warning(
      t`${publicUrl} runs version ${health.version}, and this is ${VERSION}.`,
      t`Restart the server to bring it up to date.`,
    );
  }
  const { protocol, hostname } = new URL(publicUrl);
  if (protocol === 'https:') return ok(t`${publicUrl} answers, with a valid certificate.`);
  if (isLoopback(hostname)) return ok(t`${publicUrl} answers, on this machine only.`);
  const fix = t`Put a proxy with a certificate in front, and let PUBLIC_URL start with https://.`;
  const message = t`${publicUrl} answers, but without encryption: anyone on the way can read along.`;
  return isProduction ? error(message, fix) : warning(message, fix);
}

function unreachable(publicUrl: string, failure: unknown, isRunning: boolean): Result {
  const reason = explainConnection(failure);
  if (isCertificateError(failure)) {
    return error(t`${publicUrl} can’t be trusted: ${reason}.`, t`Renew or correct the certificate at the proxy.`);
  }
  if (isRunning) {
    return error(
      t`The server runs, but not at ${publicUrl}: ${reason}.`,
      t`Check PUBLIC_URL, its DNS records, the proxy and the firewall.`,
    );
  }
  return warning(t`The server doesn’t seem to run: ${publicUrl}: ${reason}.`, t`Start it and run this again.`);
}

async function checkProxies({ publicUrl, streamToken }: Addresses, signal: AbortSignal): Promise<Result[]> {
  const asked = streamToken === null ? 'unknown-token' : await ask(publicUrl, streamToken, signal);
  if (asked === 'unknown-token') {
    return [
      warning(
        t`They couldn’t be tried, because the server’s secret isn’t on this machine.`,
        t`Run this where DATA_DIR is, or with the JWT_SECRET of the server.`,
      ),
    ];
  }
  if (asked === null) {
    return [
      warning(
        t`They couldn’t be tried, because the server doesn’t answer at its public address.`,
        t`Mend the public address first; then run this again.`,
      ),
    ];
  }
  return [ofTrust(asked), ofStream(asked)];
}

/** Asks again while the events come together: a busy machine may have read both at once. */
async function ask(publicUrl: string, streamToken: () => string, signal: AbortSignal) {
  let asked: Awaited<ReturnType<typeof askForStream>> = null;
  try {
    for (let times = 0; times < MOST_TIMES; times++) {
      asked = await askForStream(publicUrl, streamToken(), signal);
      if (asked === null || asked === 'unknown-token' || !asked.isHeldBack) break;
    }
    return asked;
  } catch {
    return null;
  }
}

function ofTrust({ proxies, trusted }: AskedStream): Result {
  if (proxies === trusted) return ok(t`TRUST_PROXY=${trusted} is right.`);
  return error(
    trusted > proxies
      ? plural(
          proxies,
        )`The request came through ${proxies} proxy, but TRUST_PROXY is ${trusted}: clients can claim any address.|The request came through ${proxies} proxies, but TRUST_PROXY is ${trusted}: clients can claim any address.`
      : plural(
          proxies,
        )`The request came through ${proxies} proxy, but TRUST_PROXY is ${trusted}: all people behind a proxy share one limit.|The request came through ${proxies} proxies, but TRUST_PROXY is ${trusted}: all people behind a proxy share one limit.`,
    t`Set TRUST_PROXY=${proxies}.`,
  );
}

function ofStream({ isHeldBack }: AskedStream): Result {
  if (!isHeldBack) return ok(t`Streams arrive as they are sent.`);
  return error(
    t`A proxy holds streams back: replies appear all at once.`,
    t`Turn off buffering and compression for /api/chat/stream and /api/events, as docs/operations.md describes.`,
  );
}
