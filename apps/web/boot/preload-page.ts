import { chunksOf, type Page, type Visitor } from '@parley/core/pages';

/** Preloads the scripts of a page. The build lists the files of each chunk in an attribute of the boot script. */
export function preloadPage(page: Page, visitor: Visitor, files: DOMStringMap): void {
  const hrefs = chunksOf(page, visitor).flatMap((chunk) => files[chunk]?.split(' ') ?? []);
  for (const href of new Set(hrefs)) {
    document.head.append(
      Object.assign(document.createElement('link'), { rel: 'modulepreload', href, fetchPriority: 'low' }),
    );
  }
}
