import type { BoundedText } from './bounded-text.ts';
import { MarkdownWriter } from './markdown-writer.ts';
import type { Zip } from './open-zip.ts';
import { parseMarkup } from './parse-markup.ts';
import { readRelations } from './relations.ts';

/** Parts that follow a document's own text, by the type of their relation. */
const NOTES: Record<string, string> = { footnotes: 'Footnotes', endnotes: 'Endnotes', comments: 'Comments' };

/** Reads a Word document: headings, lists and tables as Markdown, then its notes and comments. */
export async function readWord(zip: Zip, main: string, text: BoundedText): Promise<void> {
  const relations = [...(await readRelations(zip, main)).values()];
  const styles = relations.find(({ type }) => type === 'styles');
  const levels = styles ? await readHeadingLevels(zip, styles.path) : new Map<string, number>();
  await readPart(zip, main, levels, new MarkdownWriter(text));
  for (const { type, path } of relations) {
    const heading = NOTES[type];
    if (heading === undefined) continue;
    const writer = new MarkdownWriter(text);
    let hasWords = false;
    await readPart(zip, path, levels, writer, () => {
      if (!hasWords) text.write(`\n# ${heading}\n\n`);
      hasWords = true;
    });
  }
}

/** The heading level of each style. Ids depend on the language of Word, names do not. */
async function readHeadingLevels(zip: Zip, path: string): Promise<Map<string, number>> {
  const levels = new Map<string, number>();
  let style = '';
  await parseMarkup(zip.read(path), {
    open(name, attributes) {
      if (name === 'style') style = attributes['w:styleId'] ?? '';
      if (name !== 'name') return;
      const level = /^(?:heading ([1-9])|title)$/i.exec(attributes['w:val'] ?? '');
      if (level) levels.set(style, Number(level[1] ?? 1));
    },
  });
  return levels;
}

async function readPart(
  zip: Zip,
  path: string,
  levels: Map<string, number>,
  writer: MarkdownWriter,
  onWords: () => void = () => {},
): Promise<void> {
  let level = 0;
  let listDepth = 0;
  let isWords = false;
  // Word stores newer drawings twice; the second is for older programs.
  let fallbacks = 0;
  await parseMarkup(zip.read(path), {
    open(name, attributes) {
      if (name === 'Fallback') fallbacks++;
      if (fallbacks > 0) return;
      if (name === 't') isWords = true;
      else if (name === 'tab') writer.words('\t');
      else if (name === 'br' || name === 'cr') writer.words('\n');
      else if (name === 'noBreakHyphen') writer.words('-');
      else if (name === 'pStyle') level = levels.get(attributes['w:val'] ?? '') ?? 0;
      else if (name === 'ilvl') listDepth = Number(attributes['w:val'] ?? 0) + 1;
      else if (name === 'numPr') listDepth = 1;
      else if (name === 'tbl') writer.openTable();
    },
    close(name) {
      if (name === 'Fallback') fallbacks--;
      if (fallbacks > 0) return;
      if (name === 't') isWords = false;
      else if (name === 'p') {
        writer.endParagraph({ level, listDepth });
        level = 0;
        listDepth = 0;
      } else if (name === 'tc') writer.closeCell();
      else if (name === 'tr') writer.closeRow();
      else if (name === 'tbl') writer.closeTable();
    },
    text(words) {
      if (!isWords || fallbacks > 0) return;
      onWords();
      writer.words(words);
    },
  });
}
