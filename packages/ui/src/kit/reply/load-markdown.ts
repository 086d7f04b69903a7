import { loadFace } from './load-face.ts';

/** Preloads the Markdown renderer and the face of emphasis; call it when a reply is about to show. */
export async function loadMarkdown() {
  // The API client loads it again before it sends, and reports an error.
  import('@parley/core/read-stream').catch(() => {});
  const renderer = await import('../markdown/markdown.tsx');
  // Its style sheet, which has come with it, names the face.
  loadFace('italic 1rem "Inter Variable"');
  return renderer;
}
