import type { PageChunk, PageId } from '@parley/core';
import type { Authenticate } from './authenticate.ts';

/** Props of every page module in `pages/`. */
export interface PageProps<Chunk extends PageChunk = PageChunk> {
  /** Which of the chunk's pages to show. */
  page: PageId<Chunk>;
  onAuthenticate: Authenticate;
  /** Goes to another page of the product; with `replace`, the browser's Back does not return here. */
  onLeave: (address: string, options?: { replace?: boolean }) => void;
}
