/** Loads a font face that a reply may need: one that loads at first use would shift lines while they are read. */
export function loadFace(face: string): void {
  // Without layout, as in component tests, there are no fonts.
  if ('fonts' in document) void document.fonts.load(face);
}
