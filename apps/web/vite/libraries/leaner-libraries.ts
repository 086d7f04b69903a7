import type { Plugin } from 'vite';

/** Replacements of modules, by the end of their id. */
const REPLACEMENTS = new Map([
  // Replies contain no SVG elements: HTML in them is text, and diagrams are drawn without it.
  ['/property-information/lib/svg.js', "export { html as svg } from './html.js';"],
  // Nor do they contain style attributes.
  ['/style-to-object/esm/index.mjs', "export default () => { throw new Error('No style attributes'); };"],
  // Every supported browser has what these add.
  ['/@ungap/structured-clone/esm/index.js', 'export default (value) => structuredClone(value);'],
  ['/use-sync-external-store/shim/index.js', "export { useSyncExternalStore } from 'react';"],
]);

/** The beginning of Tailwind's fallback for browsers without `@property`, which the client does not support. */
const FALLBACK = '@layer properties{@supports ';

/** Leaves code and styles of libraries that the client never uses out of its build. */
export function leanerLibraries(): Plugin {
  return {
    name: 'parley:leaner-libraries',
    apply: 'build',
    load: (id) => [...REPLACEMENTS].find(([end]) => id.endsWith(end))?.[1] ?? null,
    generateBundle(_options, bundle) {
      for (const file of Object.values(bundle)) {
        if (file.type === 'asset' && typeof file.source === 'string') file.source = withoutFallback(file.source);
      }
    },
  };
}

function withoutFallback(css: string): string {
  const start = css.indexOf(FALLBACK);
  return start === -1 ? css : css.slice(0, start) + css.slice(css.indexOf('}}}', start) + 3);
}
