import { chunksOf, pageAt, type PageChunk, type Visitor } from '@parley/core';
import type { ComponentType, ReactNode } from 'react';
import { lazyPage } from './lazy-page.tsx';
import type { PageProps } from './page-props.ts';

interface PagePart<Props> {
  load: () => Promise<unknown>;
  Page: ComponentType<Props>;
}

function pagePart<Props extends object>(
  id: string,
  load: () => Promise<{ Page: ComponentType<Props> }>,
): PagePart<Props> {
  return { load, Page: lazyPage(id, async () => (await load()).Page) };
}

/** The module behind each chunk of the route table in core. The build finds the chunks by these paths. */
const PAGE_PARTS: { [Chunk in PageChunk]: PagePart<PageProps<Chunk>> } = {
  landing: pagePart('landing', () => import('./pages/landing.tsx')),
  chat: pagePart('chat', () => import('./pages/chat.tsx')),
  info: pagePart('info', () => import('./pages/info.tsx')),
  session: pagePart('session', () => import('./pages/session.tsx')),
  billing: pagePart('billing', () => import('./pages/billing.tsx')),
  admin: pagePart('figures', () => import('./pages/admin.tsx')),
};

/** Renders a page and loads it on first render; place it under a `Suspense`. */
export function renderPage<Chunk extends PageChunk>(chunk: Chunk, props: PageProps<Chunk>): ReactNode {
  const { Page } = PAGE_PARTS[chunk];
  return <Page {...props} />;
}

/** Starts to load the page at this address while the session is still being checked. */
export function preloadPage(path: string, visitor: Visitor): void {
  // The component that shows the page loads it again, and reports a failure.
  for (const chunk of chunksOf(pageAt(path, visitor), visitor)) PAGE_PARTS[chunk].load().catch(() => {});
}
