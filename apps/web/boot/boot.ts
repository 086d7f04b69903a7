import { conversationIdAt, pageAt, PRERENDERED_PAGE } from '@parley/core/pages';
import { callEarly } from './call-early.ts';
import { keepTyping } from './keep-typing.ts';
import { preloadPage } from './preload-page.ts';
import { recoverScripts } from './recover-scripts.ts';
import { idOf, WIDE } from './shells.ts';
import { keepPresses, showPrerendered } from './show-prerendered.ts';

// Runs before the first paint, so that the theme is known by then. It is a separate file because the content policy
// forbids inline scripts.
const system = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
const theme = stored('theme');
document.documentElement.dataset['theme'] = theme === 'dark' || theme === 'light' ? theme : system;

const token = stored('token');
const visitor = token ? 'signed-in' : 'signed-out';
const page = pageAt(location.pathname, visitor);
const build = document.currentScript?.dataset ?? {};
preloadPage(page, visitor, build);
if (page.id === PRERENDERED_PAGE) showPrerendered('landing', keepPresses);
// An admin may see another page at this address.
if (token && build['shell'] && pageAt(location.pathname, 'admin').id === 'chat') startChat(token);
recoverScripts();

function startChat(session: string): void {
  const conversationId = conversationIdAt(location.pathname) ?? stored('current-conversation');
  const isClosed = stored('sidebar') === 'closed';
  const sidebar = matchMedia(WIDE).matches ? (isClosed ? 'collapsed' : 'open') : 'drawer';
  callEarly(session, conversationId);
  showPrerendered(idOf({ sidebar, conversation: conversationId ? 'loading' : 'empty' }), keepTyping);
}

function stored(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null; // Storage is forbidden here.
  }
}
