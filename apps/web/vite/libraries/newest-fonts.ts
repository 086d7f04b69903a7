import type { Plugin } from 'vite';

const KATEX = /katex\/dist\/[^?]*\.css/;
const OLDER = /,\s*url\([^)]*\.(?:woff|ttf)\)\s*format\((?:"|')?(?:woff|truetype)(?:"|')?\)/g;

/** Removes KaTeX font formats that no supported browser needs. */
export function newestFonts(): Plugin {
  return {
    name: 'parley:newest-fonts',
    enforce: 'pre',
    transform: { filter: { id: KATEX }, handler: (code) => ({ code: code.replaceAll(OLDER, ''), map: null }) },
  };
}
