/** Preloads the Markdown renderer and the face of emphasis; call it when a reply is about to show. */
export async function loadMarkdown() {
  // The API client loads it again before it sends, and reports an error.
  import('@parley/core/read-stream').catch(() => {});
  const renderer = await import('../markdown/markdown.tsx');
  // One that loads at first use would shift lines while they are read. The renderer's style sheet names it.
  renderer.loadFace('italic 1rem "Inter Variable"');
  return renderer;
}
