import { LEFTWARD, PALETTE, shownTitle, t } from '@parley/core';
import type { SharedConversation, SharedPageSettings } from '@parley/core';
import { renderToStaticMarkup } from 'react-dom/server';
import { LANGUAGE } from '../../api/language.ts';
import { loadHighlight } from '../../kit/markdown/highlight/grammars.ts';
import { PageRendering, RenderingContext } from './page-rendering.ts';
import { MissingPage, SharedPage } from './shared-page.tsx';

/** What the build made for shared pages. */
export interface PageFiles {
  /** The style sheet of every page. It is in the page, as the script is: a reader’s first page waits for no file. */
  styles: string;
  script: string;
  /** Address of the style sheet of formulas, for pages that have any. */
  formulaStyles: string;
  /** Address of the face of texts, which is loaded ahead. */
  font: string;
  /** Address of the picture for previews of links; null if it is not for this product. */
  picture: string | null;
}

/** Milliseconds for highlighting and formulas. */
const BUDGET = 6_000;
/** Opening fences with a language. */
const FENCE = /(?:```|~~~) ?([\w+#-]{1,20})/g;
const LANGUAGES = 30;
const USUAL_SURFACES = { light: PALETTE.surface.light, dark: PALETTE.surface.dark };
const DIRECTION = LEFTWARD.has(LANGUAGE) ? ' dir="rtl"' : '';

/**
 * Renders the page of a shared conversation, or of a link that does not work. `styles` and `script` are the contents of
 * its only `<style>` and `<script>` elements, which the content policy has to allow by their hashes. `now` measures the
 * time that rendering takes, in milliseconds.
 */
export async function renderSharedPage(
  shared: SharedConversation | null,
  settings: SharedPageSettings,
  files: PageFiles,
  now: () => number,
): Promise<{ html: string; styles: string; script: string }> {
  await loadGrammars(shared);
  const rendering = new PageRendering(BUDGET, now);
  const body = renderToStaticMarkup(
    <RenderingContext value={rendering}>
      {shared ? <SharedPage shared={shared} settings={settings} /> : <MissingPage {...settings} />}
    </RenderingContext>,
  );
  const styles = files.styles + rendering.styles.toString() + (settings.styles ?? '');
  const { script } = files;
  const { surfaces = USUAL_SURFACES } = settings;
  const { productName } = settings;
  const title = shared ? shownTitle(shared.title) : t`This link isn’t available`;
  const head = renderToStaticMarkup(
    <>
      <meta charSet="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
      <title>{`${title} · ${productName}`}</title>
      <meta name="robots" content="noindex, nofollow, noarchive" />
      <meta name="color-scheme" content="light dark" />
      <meta name="theme-color" content={surfaces.light} media="(prefers-color-scheme: light)" />
      <meta name="theme-color" content={surfaces.dark} media="(prefers-color-scheme: dark)" />
      <link rel="preload" as="font" type="font/woff2" href={files.font} crossOrigin="" />
      {rendering.hasFormulas && <link rel="stylesheet" href={files.formulaStyles} />}
      <link rel="icon" href="/favicon.ico" sizes="32x32" />
      <link rel="icon" type="image/svg+xml" href="/favicon.svg" />
      {shared && <PreviewTags shared={shared} settings={settings} usual={files.picture} />}
    </>,
  );
  return {
    html: `<!doctype html><html lang="${LANGUAGE}"${DIRECTION}><head>${head}<script>${script}</script><style>${styles}</style></head><body>${body}</body></html>`,
    styles,
    script,
  };
}

interface PreviewTagsProps {
  shared: SharedConversation;
  settings: SharedPageSettings;
  /** Path of the product's own picture. */
  usual: string | null;
}

/** What previews of links show. */
function PreviewTags({ shared: { title, messages }, settings, usual }: PreviewTagsProps) {
  const { productName, url } = settings;
  const question = messages.find(({ isUser }) => isUser)?.text ?? '';
  const description = cut(question) || t`A conversation with ${productName}`;
  const own = usual !== null && productName === 'Parley' ? { path: usual, width: 1200, height: 630 } : null;
  const picture = settings.picture ?? own;
  return (
    <>
      <meta name="description" content={description} />
      <meta property="og:type" content="article" />
      <meta property="og:site_name" content={productName} />
      <meta property="og:title" content={title} />
      <meta property="og:description" content={description} />
      <meta property="og:url" content={url} />
      {picture && (
        <>
          <meta property="og:image" content={new URL(picture.path, url).href} />
          <meta property="og:image:width" content={String(picture.width)} />
          <meta property="og:image:height" content={String(picture.height)} />
          <meta property="og:image:alt" content={productName} />
        </>
      )}
      <meta name="twitter:card" content={picture ? 'summary_large_image' : 'summary'} />
    </>
  );
}

/** The beginning of a text in one line. */
function cut(text: string): string {
  const line = text.slice(0, 1000).replaceAll(/\s+/g, ' ').trim();
  const characters = [...line];
  return characters.length <= 160 ? line : `${characters.slice(0, 159).join('').trimEnd()}…`;
}

/** Loads the grammars of the code in a conversation, so that rendering finds them. */
async function loadGrammars(shared: SharedConversation | null): Promise<void> {
  const languages = new Set<string>();
  for (const { text, reasoningContent = '' } of shared?.messages ?? []) {
    for (const [, language] of `${text}\n${reasoningContent}`.matchAll(FENCE)) if (language) languages.add(language);
  }
  await Promise.all([...languages].slice(0, LANGUAGES).map(loadHighlight));
}
