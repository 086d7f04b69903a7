import { declareColors, type BrandChanges } from '@parley/core';
import type { FileBrand } from './read-brand.ts';
import type { Picture } from './picture.ts';

/** The height of the name in a header, in rem, and the widest logo. */
const LOGO_HEIGHT = 1.6875;
const LOGO_WIDTH = 12;

/**
 * CSS with the operator's colors and logo, to follow the client's own. The logo takes the place of the name, in a box
 * of its own size, so nothing moves when it has loaded. `origin` is that of the pictures; empty for the page's own.
 */
export function brandStyles(brand: FileBrand | null, colors: BrandChanges['colors'], origin: string): string {
  const rules: string[] = [];
  const light = declareColors(colors?.light ?? {}, 'light');
  const dark = declareColors(colors?.dark ?? {}, 'dark');
  if (light !== '') rules.push(`:root{${light}}`);
  if (dark !== '') rules.push(`@media screen{:root[data-theme='dark']{${dark}}}`);
  const { file, pictures } = brand ?? {};
  const show = (name: string | undefined) => (name === undefined ? undefined : pictures?.get(name));
  const alt = `/"${escapeCss(file?.name ?? '')}"`;
  const urlOf = (role: string, picture: Picture) => `url("${origin}/brand/${role}?v=${picture.tag}")`;
  const logo = show(file?.logo);
  if (logo) {
    const height = Math.min(LOGO_HEIGHT, (LOGO_WIDTH * logo.height) / logo.width);
    const box = `display:block;width:${round((height * logo.width) / logo.height)}rem;height:${round(height)}rem`;
    const fit = 'max-width:100%;object-fit:contain;object-position:left';
    rules.push(`[data-logo]{content:${urlOf('logo', logo)}${alt};${box};${fit}}`);
    const logoDark = show(file?.logoDark);
    if (logoDark) rules.push(inDark('[data-logo]', `${urlOf('logo-dark', logoDark)}${alt}`));
  }
  const mark = show(file?.mark ?? file?.favicon);
  if (mark) {
    // The client's mark of a name, as high as its line.
    const place = `span[role=img][aria-label="${escapeCss(file?.name ?? '')}"]`;
    rules.push(`${place}{content:${urlOf('mark', mark)}${alt};width:1lh;height:1lh;margin:0;object-fit:contain}`);
    const markDark = show(file?.markDark);
    if (markDark) rules.push(inDark(place, `${urlOf('mark-dark', markDark)}${alt}`));
  }
  return rules.join('');
}

function inDark(selector: string, content: string): string {
  return `@media screen{:root[data-theme='dark'] ${selector}{content:${content}}}`;
}

/** Escapes a text for a CSS string that may stand in a page. */
function escapeCss(text: string): string {
  return text.replace(/[^\w ]/gu, (character) => `\\${character.codePointAt(0)?.toString(16)} `);
}

function round(rem: number): number {
  return Math.round(rem * 1000) / 1000;
}
