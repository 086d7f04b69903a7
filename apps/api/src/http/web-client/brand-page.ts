import { createHash } from 'node:crypto';
import type { Response } from 'express';
import { completeColors, type ProductSettings } from '@parley/core';
import type { Brand, Look } from '../../brand/brand.ts';
import { faviconOf, manifestIcons } from '../../brand/picture-routes.ts';
import { escapeHtml } from './escape-html.ts';

const NONE: Look = { texts: undefined, styles: '', revision: undefined, file: null, colors: undefined };

/** The default look, without a brand. */
export const NO_BRAND: Pick<Brand, 'look'> = { look: NONE };

const APPLE_ICON = /\s*<link rel="apple-touch-icon"[^>]*>/;

/**
 * Writes the operator's colors and logo into the document, so that its first paint has them. The default look changes
 * no byte.
 */
export function fillInBrand(page: string, { styles, file, colors }: Look): string {
  let branded = page;
  for (const theme of ['light', 'dark'] as const) {
    const surface = colors?.[theme]?.surface;
    const usual = completeColors({}, theme).surface;
    if (surface)
      branded = branded.replace(
        `name="theme-color" content="${usual}"`,
        () => `name="theme-color" content="${surface}"`,
      );
  }
  const { icons, logo } = file?.file ?? {};
  if (file && faviconOf(file.file) !== undefined && !icons?.apple) branded = branded.replace(APPLE_ICON, '');
  const picture = file?.pictures.get(logo ?? '');
  const preload = picture
    ? `<link rel="preload" as="image" href="${escapeHtml(`/brand/logo?v=${picture.tag}`)}" />\n    `
    : '';
  const style = styles === '' ? '' : `<style>${styles}</style>\n  `;
  return preload + style === '' ? branded : branded.replace('</head>', () => `  ${preload}${style}</head>`);
}

/** Lets the page of this response have the operator's style. */
export function allowStyle(res: Response, styles: string): void {
  const policy = res.getHeader('Content-Security-Policy');
  if (typeof policy !== 'string') return;
  const hash = createHash('sha256').update(styles).digest('base64');
  res.set('Content-Security-Policy', policy.replace("style-src 'self'", `style-src 'self' 'sha256-${hash}'`));
}

/** The web app manifest with the product's name, and with the operator's icons and colors. */
export function nameManifest(manifest: string, { productName }: ProductSettings, brand: Pick<Brand, 'look'>): string {
  const { colors, file } = brand.look;
  const own = JSON.parse(manifest) as object;
  const icons = manifestIcons(brand);
  const of = (theme: 'light' | 'dark') => {
    const { surface } = completeColors(colors?.[theme] ?? {}, theme);
    return { theme_color: surface, background_color: surface };
  };
  return JSON.stringify({
    ...own,
    name: productName,
    short_name: productName,
    ...(file?.file.description !== undefined && { description: file.file.description }),
    ...(colors && { ...of('light'), color_scheme_dark: of('dark') }),
    ...(icons && { icons }),
  });
}
