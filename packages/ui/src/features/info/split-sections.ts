export interface Section {
  /** URL fragment; empty for the text before the first heading. */
  id: string;
  heading: string;
  /** Includes the heading. */
  markdown: string;
}

/** Splits a text at its `## ` headings, ignoring lines inside code blocks. */
export function splitSections(markdown: string): Section[] {
  const sections: { heading: string; lines: string[] }[] = [{ heading: '', lines: [] }];
  let fence = '';
  for (const line of markdown.split('\n')) {
    const [mark = ''] = /^ {0,3}(?:`{3,}|~{3,})/.exec(line) ?? [];
    if (mark !== '') {
      if (fence === '') fence = mark.trim();
      else if (line.trim().startsWith(fence)) fence = '';
    }
    const heading = fence === '' ? /^## +(.+?) *#*$/.exec(line)?.[1] : undefined;
    if (heading !== undefined) sections.push({ heading, lines: [] });
    sections.at(-1)?.lines.push(line);
  }
  const taken = new Set<string>();
  return sections
    .map(({ heading, lines }) => ({ heading: plain(heading), markdown: lines.join('\n').trim() }))
    .filter((section) => section.markdown !== '')
    .map((section) => ({ ...section, id: section.heading === '' ? '' : nextId(section.heading, taken) }));
}

/** A heading as plain text. */
function plain(heading: string): string {
  return heading
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/(?<!\\)[*_`]/g, '')
    .replace(/\\(?=[^a-zA-Z0-9\s])/g, '');
}

function nextId(heading: string, taken: Set<string>): string {
  const words = heading.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? ['section'];
  let id = words.join('-');
  for (let number = 2; taken.has(id); number++) id = `${words.join('-')}-${number}`;
  taken.add(id);
  return id;
}
