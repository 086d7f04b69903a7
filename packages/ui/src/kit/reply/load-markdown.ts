/** The faces that replies may need: one that came only when it is first used would move lines that are being read. */
const FACES = ['italic 1rem "Inter Variable"', '1rem "JetBrains Mono Variable"'];

/** Begins to load what reads and sets replies; call it when one is about to be shown. */
export function loadMarkdown() {
  // Where there is no layout, as in tests of the turns alone, there are no faces either.
  if ('fonts' in document) for (const face of FACES) void document.fonts.load(face);
  import('@parley/core/read-stream').catch(() => {});
  return import('../markdown/markdown.tsx');
}
