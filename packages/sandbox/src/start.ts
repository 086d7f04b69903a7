import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { isAddressedHere, isLoopback } from '@parley/core';
import { createApple } from './apple/apple.ts';
import type { TeamCredentials } from './apple/team.ts';
import { startMail } from './mail/mail.ts';
import type { SandboxMail } from './mail/mailbox.ts';
import { createOidc, type OidcStandIn } from './oidc/oidc.ts';
import { createOpenAi } from './openai/openai.ts';
import { MODERATION_WORDS } from './openai/moderations.ts';
import { SCENARIO_WORDS } from './openai/scenarios.ts';
import { CALL_WORDS } from './openai/scripted-calls.ts';
import { Exchange } from './server/exchange.ts';
import { homePage } from './server/home-page.ts';
import { RequestLog, type SandboxRequest } from './server/request-log.ts';
import { createWebPages } from './pages/web-pages.ts';
import { pageFinder } from './search/find-pages.ts';
import { productPages } from './search/pages.ts';
import { createSearch, SEARCH_WORDS } from './search/search.ts';
import type { StandIn } from './stand-in.ts';
import type { SandboxStripe } from './stripe/handle.ts';
import type { ExtraPrice, PriceIds } from './stripe/records/price-list.ts';
import { createStripe } from './stripe/stripe.ts';

export type { SandboxMail, SandboxRequest, SandboxStripe };

export interface SandboxOptions {
  /** 0, the default, takes any free port. */
  port?: number;
  host?: string;
  /** Milliseconds between two deltas of an answer; 25 by default. */
  delayMs?: number;
  /** Whether words such as `[[429]]` in the last user message script the model; off by default. */
  faults?: boolean;
  productName?: string;
  /** The product's public origin, which a search result links to. `http://localhost:3000` by default. */
  publicUrl?: string;
  /** The plans' prices at Stripe; generated ids by default. */
  stripePriceIds?: PriceIds;
  /** Further prices, for plans of an operator’s file. */
  stripePrices?: readonly ExtraPrice[];
  /** File that keeps the Stripe account across restarts; in memory only by default. */
  stripeStateFile?: string;
  /** Epoch milliseconds; the system clock by default. */
  now?: () => number;
}

export interface Sandbox {
  port: number;
  urls: {
    /** The page that lists the stand-ins. */
    home: string;
    /** For `OPENAI_BASE_URL`. */
    openai: string;
    /** For `SEARXNG_URL`; the search answers at `/search` below it. */
    search: string;
    /** Pages of the web; below it are `article`, `hostile` and others. */
    pages: string;
    /**
     * Apple's issuer: keys, tokens and pages are below it, the script at `/appleid.auth.js`, a list of signed-in people
     * at `/`.
     */
    apple: string;
    /** The issuer of the OpenID Connect provider. */
    oidc: string;
    /** Stripe's API: its SDK is pointed here by host, port and protocol. */
    stripe: string;
    /** For `SMTP_URL`; a separate port, since an SMTP server speaks first. */
    smtp: string;
    /** The mailbox page; `/messages?to=` below it returns the mails as JSON, as `SandboxMail`. */
    mail: string;
  };
  /** Credentials of the client registered with the stand-in for Apple, and a key rotation. */
  apple: { credentials: TeamCredentials; rotateKeys(): void };
  /** Credentials of the client registered with the OpenID Connect provider, and a key rotation. */
  oidc: { credentials: OidcStandIn['credentials']; rotateKeys(): void };
  /** Drives the stand-in for Stripe in tests. */
  stripe: SandboxStripe;
  /** Resets every stand-in. Answers in progress continue. */
  reset(): void;
  /** The last 500 requests to the model and the search, oldest first. */
  log(): SandboxRequest[];
  /** Ends open streams at once and frees the port. May be called again. */
  close(): Promise<void>;
}

const WORDS = [
  { about: 'Words that script the model', words: [...SCENARIO_WORDS, ...CALL_WORDS] },
  { about: 'Words that script the check of messages', words: MODERATION_WORDS },
  { about: 'Words that script the search', words: SEARCH_WORDS },
];

/**
 * Longer than a client reuses an idle connection, even on a busy machine: closing while it sends a request would fail
 * that request.
 */
const KEEP_ALIVE_MS = 130_000;

/** Starts every stand-in on one port. Rejects when the port is taken. */
export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  const {
    port = 0,
    host = '127.0.0.1',
    delayMs = 25,
    faults = false,
    productName = 'Parley',
    publicUrl = 'http://localhost:3000',
    stripePriceIds,
    stripePrices,
    stripeStateFile,
    now = Date.now,
  } = options;
  const log = new RequestLog();
  const find = pageFinder(productPages(productName, publicUrl));
  const openAi = createOpenAi({ delayMs, faults, productName, now, find, log });
  const search = createSearch({ find, faults, log, now });
  const webPages = createWebPages({ log, now });
  const productOrigin = new URL(publicUrl).origin;
  const isProductUrl = (url: URL) => isLoopback(url.hostname) || url.origin === productOrigin;
  const shared = { productName, origin: () => origin, publicUrl, isProductUrl, now };
  const apple = createApple(shared);
  const oidc = createOidc(shared);
  const stripe = createStripe({
    ...shared,
    priceIds: stripePriceIds,
    extraPrices: stripePrices,
    stateFile: stripeStateFile,
  });
  const mail = await startMail({ host, now });
  const standIns: StandIn[] = [openAi, search, webPages, apple, oidc, stripe, mail];
  const reset = () => {
    log.clear();
    for (const standIn of standIns) standIn.reset();
  };

  const server = createServer({ keepAliveTimeout: KEEP_ALIVE_MS }, (request, response) => {
    const exchange = new Exchange(request, response);
    answer(exchange).catch((error: unknown) => {
      // A disconnect during the request or the answer is not a failure.
      if (exchange.signal.aborted || request.errored) return;
      console.error(error);
      if (response.headersSent) response.destroy();
      else exchange.json(500, { error: { message: 'The sandbox itself failed; its output says why.' } });
    });
  });

  async function answer(exchange: Exchange): Promise<void> {
    const { method, path } = exchange;
    const { host: to, origin: from } = exchange.request.headers;
    if (!isAddressedHere({ host: to, origin: from }, [], [productOrigin])) {
      exchange.request.resume();
      return exchange.json(403, { error: { message: 'The sandbox answers at localhost alone.' } });
    }
    const standIn = standIns.find(({ prefixes }) => prefixes.some((prefix) => path.startsWith(prefix)));
    if (standIn) return standIn.handle(exchange);
    exchange.request.resume();
    switch (`${method} ${path}`) {
      case 'GET /':
        return exchange.html(200, homePage({ productName, origin, standIns, words: faults ? WORDS : [] }));
      case 'GET /__sandbox/log':
        return exchange.json(200, log.requests());
      case 'POST /__sandbox/reset':
        reset();
        return exchange.json(200, { success: true });
      default:
        return exchange.json(404, { error: { message: `Nothing stands in for ${method} ${path}.` } });
    }
  }

  server.listen(port, host);
  try {
    await once(server, 'listening');
  } catch (error) {
    await mail.close();
    throw error;
  }
  const address = server.address() as AddressInfo;
  const origin = `http://${host.includes(':') ? `[${host}]` : host}:${address.port}`;
  let closed: Promise<void> | undefined;
  return {
    port: address.port,
    urls: {
      home: `${origin}/`,
      openai: origin + openAi.base,
      search: origin + search.base,
      pages: origin + webPages.base,
      apple: origin + apple.base.slice(0, -1),
      oidc: origin + oidc.base.slice(0, -1),
      stripe: origin,
      smtp: mail.smtpUrl,
      mail: origin + mail.base,
    },
    apple: { credentials: apple.credentials, rotateKeys: apple.rotate },
    oidc: { credentials: oidc.credentials, rotateKeys: oidc.rotate },
    stripe: stripe.driver,
    reset,
    log: () => log.requests(),
    close: () =>
      (closed ??= new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }).then(() => {
        stripe.close();
        return mail.close();
      })),
  };
}
