import { pageAt, SHARE_PATH } from '@parley/core/pages';
import { PREVIEW_HEADERS, PREVIEW_PAGE, PREVIEW_PATH } from '@parley/core/preview-page';
import { kept, precacheBuild, cacheFile, cachePage, PAGE, tidy, UNNAMED } from './precache.ts';

declare const self: ServiceWorkerGlobalScope;

/** Milliseconds to wait for a page before the cached one is shown. */
const PATIENCE = 5000;
/** Statuses of proxies that cannot reach their server, those of Cloudflare last. */
const GATEWAY_ERRORS = new Set([502, 503, 504, 520, 521, 522, 523, 524, 525, 526, 527, 530]);

/** Clients that show a cached page: their files are not requested from a network that did not answer. */
const shownAsKept = new Set<string>();

// The network comes first for pages, so a new worker may replace an old one at any time.
self.addEventListener('install', (event) => {
  event.waitUntil(Promise.all([skipForApi(event as RoutedInstall), precacheBuild()]).then(() => self.skipWaiting()));
});

self.addEventListener('activate', (event) => event.waitUntil(takeOver()));

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  // Neither answers of the API nor shared pages, which can be revoked, are cached here.
  const isLive = pathname.startsWith('/api/') || pathname.startsWith(`${SHARE_PATH}/`);
  if (request.method !== 'GET' || origin !== self.location.origin || isLive) return;
  // Also offline, and with the headers that a host of files may not send.
  if (pathname === PREVIEW_PATH) event.respondWith(new Response(PREVIEW_PAGE, { headers: PREVIEW_HEADERS }));
  else if (request.mode === 'navigate') event.respondWith(answerPage(event, pathname));
  else if (pathname.startsWith('/assets/')) event.respondWith(answerFile(event));
  else if (UNNAMED.includes(pathname)) event.respondWith(answerUnnamed(event));
});

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(openConversation((event.notification.data as { conversationId: string }).conversationId));
});

async function takeOver(): Promise<void> {
  // The browser requests the page while the worker is still starting.
  await self.registration.navigationPreload?.enable();
  await tidy();
  await self.clients.claim();
}

/** The part of the Static Routing API that is used here; only some browsers have it, and TypeScript does not. */
interface RoutedInstall extends ExtendableEvent {
  addRoutes?(rule: { condition: { urlPattern: string }; source: 'network' }): Promise<void>;
}

/** Sends calls of the API to the network past this worker, which the browser would otherwise start for each. */
async function skipForApi(event: RoutedInstall): Promise<void> {
  await event.addRoutes?.({ condition: { urlPattern: '/api/*' }, source: 'network' }).catch(() => {});
}

/** Answers with the server's page, or with the cached one when the server is unreachable or slow. */
async function answerPage(event: FetchEvent, pathname: string): Promise<Response> {
  const asked = askForPage(event);
  event.waitUntil(cacheNewerPage(asked, pathname));
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

/** Caches the newest page: the settings in it may change without a new build. */
async function cacheNewerPage(asked: Promise<Response>, pathname: string): Promise<void> {
  if (pageAt(pathname, 'signed-in').chunk !== 'chat') return;
  const page = await asked.then(
    (response) => response.clone(),
    () => null,
  );
  if (page) await cachePage(page);
}

/** Answers with a file with a content hash in its name, so that the cached one equals the server's. */
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

/** Opens the conversation of a notification in a window that shows the chat, or in a new one. */
async function openConversation(conversationId: string): Promise<void> {
  const windows = await self.clients.matchAll({ type: 'window' });
  const chat = windows.find(({ url }) => pageAt(new URL(url).pathname, 'signed-in').chunk === 'chat');
  if (chat) {
    chat.postMessage({ openConversation: conversationId });
    await chat.focus();
  } else {
    await self.clients.openWindow(`/c/${encodeURIComponent(conversationId)}`);
  }
}
