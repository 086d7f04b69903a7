import { pageAt, PRERENDERED_PAGE } from '@parley/core/pages';
import { preloadPage } from './preload-page.ts';
import { recoverScripts } from './recover-scripts.ts';
import { showPrerendered } from './show-prerendered.ts';

// Runs before the first paint, so that the theme is known by then. It is a separate file because the content policy
// forbids inline scripts.
const system = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
const theme = stored('theme');
document.documentElement.dataset['theme'] = theme === 'dark' || theme === 'light' ? theme : system;

const visitor = stored('token') ? 'signed-in' : 'signed-out';
const page = pageAt(location.pathname, visitor);
preloadPage(page, visitor, document.currentScript?.dataset ?? {});
if (page.id === PRERENDERED_PAGE) showPrerendered();
recoverScripts();

function stored(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null; // Storage is forbidden here.
  }
}
