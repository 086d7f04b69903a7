/** Signs of symbol fonts, such as bullets, by their place in Unicode's private area. */
const SIGNS: Record<string, string> = {
  '\uf0a7': '▪',
  '\uf0a8': '☐',
  '\uf0b7': '•',
  '\uf0d8': '➢',
  '\uf0e0': '→',
  '\uf0fb': '✗',
  '\uf0fc': '✓',
  '\uf0fe': '☑',
};

/** The text with signs that any font has in place of those of symbol fonts. */
export function plainSymbols(text: string): string {
  return text.replaceAll(/[\uf020-\uf0ff]/g, (sign) => SIGNS[sign] ?? sign);
}
