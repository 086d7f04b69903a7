import { readFile } from 'node:fs/promises';
import { extname, join, normalize, relative, sep } from 'node:path';
import { PREVIEW_HEADERS, PREVIEW_PAGE, PREVIEW_PATH } from '@parley/core';
import { protocol } from 'electron';
import { APP_SCHEME, isOwnPage } from './app-origin.ts';
import { contentPolicy } from './content-policy.ts';

const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
  '.woff': 'font/woff',
  '.ttf': 'font/ttf',
};

/** Registers the scheme with the privileges of https. Must be called before the app is ready. */
export function registerBundleScheme(): void {
  protocol.registerSchemesAsPrivileged([
    {
      scheme: APP_SCHEME,
      privileges: { standard: true, secure: true, supportFetchAPI: true, corsEnabled: true, stream: true },
    },
  ]);
}

/**
 * Serves the app's pages from one folder, and those of another language from `pages()`. Reads both for each response:
 * the language may change, and the policy contains the address of the server.
 */
export function serveBundle(folder: string, pages: () => string, serverUrl: () => string): void {
  protocol.handle(APP_SCHEME, async (request) => {
    if (!isOwnPage(request.url) || request.method !== 'GET') return plain(403, 'Forbidden');
    if (new URL(request.url).pathname === PREVIEW_PATH) return new Response(PREVIEW_PAGE, { headers: PREVIEW_HEADERS });
    const path = pathInside(folder, new URL(request.url).pathname);
    if (path === null) return plain(403, 'Forbidden');
    const name = extname(path) === '' ? 'index.html' : relative(folder, path);
    const file = join(extname(name) === '.html' ? pages() : folder, name);
    const type = TYPES[extname(file)];
    const bytes = type === undefined ? null : await readFile(file).catch(() => null);
    if (bytes === null || type === undefined) return plain(404, 'Not found');
    return new Response(bytes, { headers: { 'Content-Type': type, ...headers() } });
  });

  function plain(status: number, text: string): Response {
    return new Response(text, { status, headers: { 'Content-Type': 'text/plain', ...headers() } });
  }

  function headers(): Record<string, string> {
    return {
      'Content-Security-Policy': contentPolicy(serverUrl()),
      'X-Content-Type-Options': 'nosniff',
      'Referrer-Policy': 'no-referrer',
      'Cache-Control': 'no-cache',
    };
  }
}

/** The file of a path; null if the path leaves the folder or is malformed. */
function pathInside(folder: string, pathname: string): string | null {
  try {
    const path = normalize(join(folder, decodeURIComponent(pathname)));
    return path.startsWith(folder + sep) || path === folder || path === folder + sep ? path : null;
  } catch {
    return null;
  }
}
