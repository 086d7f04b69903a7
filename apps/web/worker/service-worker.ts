import { pageAt } from '@parley/core/pages';
import { kept, precacheBuild, cacheFile, cachePage, PAGE, tidy, UNNAMED } from './precache.ts';

declare const self: ServiceWorkerGlobalScope;

/** Milliseconds that the network may take for a page before the kept one is shown. */
const PATIENCE = 5000;
/** What proxies answer for a server that they cannot reach. */
const GATEWAY_ERRORS = new Set([502, 503, 504]);

/** Pages that are shown as they were kept: what belongs to them is not asked of a network that did not bring them. */
const shownAsKept = new Set<string>();

// The page comes from the network wherever that brings it, so a new worker may take over from an old one at any time.
self.addEventListener('install', (event) => event.waitUntil(precacheBuild().then(() => self.skipWaiting())));

self.addEventListener('activate', (event) => event.waitUntil(takeOver()));

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  // What the API tells is never kept here.
  if (request.method !== 'GET' || origin !== self.location.origin || pathname.startsWith('/api/')) return;
  if (request.mode === 'navigate') event.respondWith(answerPage(event, pathname));
  else if (pathname.startsWith('/assets/')) event.respondWith(answerFile(event));
  else if (UNNAMED.includes(pathname)) event.respondWith(answerUnnamed(event));
});

async function takeOver(): Promise<void> {
  // The page is asked for while the worker is still waking up.
  await self.registration.navigationPreload?.enable();
  await tidy();
  await self.clients.claim();
}

/** The server's page; where it cannot be reached, or takes too long, the one that is kept. */
async function answerPage(event: FetchEvent, pathname: string): Promise<Response> {
  const asked = askForPage(event);
  event.waitUntil(keepNewer(asked, pathname));
  const answer = await Promise.race([asked.catch(() => null), after(PATIENCE)]);
  if (answer && !GATEWAY_ERRORS.has(answer.status)) return answer;
  const page = await kept(PAGE, false);
  if (!page) return asked;
  shownAsKept.add(event.resultingClientId);
  return page;
}

async function askForPage(event: FetchEvent): Promise<Response> {
  return ((await event.preloadResponse) as Response | undefined) ?? fetch(event.request);
}

/** The settings that the server writes into the page may change without a new build. */
async function keepNewer(asked: Promise<Response>, pathname: string): Promise<void> {
  if (pageAt(pathname, 'signed-in').chunk !== 'chat') return;
  const page = await asked.then(
    (response) => response.clone(),
    () => null,
  );
  if (page) await cachePage(page);
}

/** A file that is named after what is in it: the kept one is as good as the server's. */
async function answerFile(event: FetchEvent): Promise<Response> {
  const { request } = event;
  const file = await kept(request, true);
  if (file) return file;
  const response = await fetch(request);
  event.waitUntil(cacheFile(request, response.clone()));
  return response;
}

async function answerUnnamed({ request, clientId }: FetchEvent): Promise<Response> {
  const asked = () => fetch(request);
  const file = () => kept(request, false).then((found) => found ?? asked());
  return shownAsKept.has(clientId) ? file() : asked().catch(file);
}

function after(milliseconds: number): Promise<null> {
  return new Promise((resolve) => setTimeout(() => resolve(null), milliseconds));
}
