/** Font faces that replies may need: one that loads at first use would shift lines while they are read. */
const FACES = ['italic 1rem "Inter Variable"', '1rem "JetBrains Mono Variable"'];

/** Preloads the Markdown renderer and its fonts; call it when a reply is about to show. */
export function loadMarkdown() {
  // Without layout, as in component tests, there are no fonts.
  if ('fonts' in document) for (const face of FACES) void document.fonts.load(face);
  // The API client loads it again before it sends, and reports an error.
  import('@parley/core/read-stream').catch(() => {});
  return import('../markdown/markdown.tsx');
}
