import type { Plugin } from 'vite';

/**
 * Leaves the names of SVG's attributes out of Markdown, which never has a drawing in it: they are half of what the
 * renderer knows of attributes.
 */
export function htmlAlone(): Plugin {
  return {
    name: 'parley:html-alone',
    apply: 'build',
    transform: {
      filter: { id: /\/(?:hast-util-to-jsx-runtime\/lib|property-information)\/index\.js$/ },
      handler: (code) => ({
        code: code
          .replace(/\bsvg(?=\} from 'property-information')/, 'html as svg')
          .replace('export const svg = merge(', 'export const svg = /* @__PURE__ */ merge('),
        map: null,
      }),
    },
  };
}
