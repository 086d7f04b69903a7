import type { Plugin } from 'vite';

/**
 * Leaves the attributes of SVG out of the client's Markdown renderer. Replies contain no SVG elements: HTML in them is
 * text, and diagrams are drawn without it.
 */
export function noSvgAttributes(): Plugin {
  return {
    name: 'parley:no-svg-attributes',
    apply: 'build',
    load: (id) => (id.endsWith('/property-information/lib/svg.js') ? "export { html as svg } from './html.js';" : null),
  };
}
