/** The marks of Markdown that a snippet leaves out, and what replaces each. */
const MARKDOWN: [marks: RegExp, replacement: string][] = [
  [/^ *(?:#{1,6}|>|[-*+]) +/gm, ''],
  [/\*\*|~~|`+/g, ''],
  [/(?<=^|[\s(])\*(?=[^\s*])|(?<=[^\s*])\*(?=[\s.,:!?)]|$)/gm, ''],
  [/ ?\|[ :|-]*/g, ' '],
  [/!?\[(?=[^[\]\n]{1,200}\]\()/g, ''],
  [/\]\([^()\s]{1,500}\)/g, ''],
];

interface Snippet {
  text: string;
  /** [start, end] pairs in UTF-16 units, in order. */
  marks: [number, number][];
}

/** A found text without the marks of Markdown, and its matches at their new places. */
export function readableSnippet({ text, marks }: Snippet): Snippet {
  const cuts = MARKDOWN.flatMap(([pattern, replacement]) =>
    [...text.matchAll(pattern)].map(({ 0: cut, index }) => ({ from: index, to: index + cut.length, replacement })),
  ).toSorted((a, b) => a.from - b.from);
  let shown = '';
  let read = 0;
  // The place in the shown text of each place in the found one.
  const places: number[] = [];
  const keep = (to: number) => {
    for (; read < to; read++) {
      places.push(shown.length);
      shown += text[read];
    }
  };
  for (const { from, to, replacement } of cuts) {
    if (from < read) continue;
    keep(from);
    shown += replacement;
    for (; read < to; read++) places.push(shown.length);
  }
  keep(text.length);
  places.push(shown.length);
  const moved = marks.map(([start, end]): [number, number] => [places[start] ?? 0, places[end] ?? 0]);
  return { text: shown, marks: moved.filter(([start, end]) => start < end) };
}
