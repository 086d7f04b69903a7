import type { BoundedText } from '../bounded-text.ts';
import { MarkdownWriter } from '../markdown-writer.ts';
import type { Zip } from './open-zip.ts';
import { parseMarkup } from './parse-markup.ts';
import { readRelations } from './relations.ts';
import { WordMath } from './word-math.ts';
import { WordNumbering } from './word-numbering.ts';

/** Parts that follow a document's own text, by the type of their relation. */
const NOTES: Record<string, string> = {
  footnotes: 'Footnotes',
  endnotes: 'Endnotes',
  comments: 'Comments',
  header: 'Headers',
  footer: 'Footers',
};
/** What is marked with its number, where it belongs in the text and where it stands itself, by the elements. */
const MARKED: Record<string, string> = {
  footnoteReference: 'footnote',
  footnote: 'footnote',
  endnoteReference: 'endnote',
  endnote: 'endnote',
  commentReference: 'comment',
  comment: 'comment',
};

/** What a style says about its paragraphs. */
interface Style {
  /** Of a heading; 0 for others. */
  level: number;
  /** The list to which its paragraphs belong; '' for none. */
  list: string;
  depth: number;
  basedOn: string;
}

interface WordParts {
  styles: Map<string, Style>;
  numbering: WordNumbering;
  /** The number of each note and comment of a kind, by its id, in the order of the text. */
  marked: Map<string, Map<string, number>>;
}

/** Reads a Word document: headings, lists and tables as Markdown, then its notes, comments, headers and footers. */
export async function readWord(zip: Zip, main: string, text: BoundedText): Promise<void> {
  const relations = [...(await readRelations(zip, main)).values()];
  const pathOf = (wanted: string) => relations.find(({ type }) => type === wanted)?.path ?? '';
  const parts = {
    styles: await readStyles(zip, pathOf('styles')),
    numbering: new WordNumbering(),
    marked: new Map<string, Map<string, number>>(),
  };
  await parts.numbering.read(zip, pathOf('numbering'));
  await readPart(zip, main, parts, new MarkdownWriter(text));
  for (const [wanted, heading] of Object.entries(NOTES)) {
    let hasWords = false;
    for (const { type, path } of relations) {
      if (type !== wanted) continue;
      await readPart(zip, path, parts, new MarkdownWriter(text), () => {
        if (!hasWords) text.write(`\n# ${heading}\n\n`);
        hasWords = true;
      });
    }
  }
}

/** Styles by id. Ids depend on the language of Word, names do not. */
async function readStyles(zip: Zip, path: string): Promise<Map<string, Style>> {
  const styles = new Map<string, Style>();
  let style: Style = { level: 0, list: '', depth: 0, basedOn: '' };
  await parseMarkup(zip.read(path), {
    open(name, attributes) {
      const value = attributes['w:val'] ?? '';
      if (name === 'style') {
        style = { level: 0, list: '', depth: 0, basedOn: '' };
        styles.set(attributes['w:styleId'] ?? '', style);
      } else if (name === 'name') {
        const level = /^(?:heading ([1-9])|title)$/i.exec(value);
        if (level) style.level = Number(level[1] ?? 1);
      } else if (name === 'basedOn') style.basedOn = value;
      else if (name === 'numId') style.list = value;
      else if (name === 'ilvl') style.depth = Number(value) || 0;
    },
  });
  for (const each of styles.values()) {
    const base = styles.get(each.basedOn);
    if (each.list === '' && each.level === 0 && base) [each.list, each.depth] = [base.list, base.depth];
  }
  return styles;
}

async function readPart(
  zip: Zip,
  path: string,
  { styles, numbering, marked }: WordParts,
  writer: MarkdownWriter,
  onWords: () => void = () => {},
): Promise<void> {
  let style: Style | undefined;
  /** Of the paragraph itself. */
  let [list, depth] = ['', 0];
  let isWords = false;
  let isHidden = false;
  let math: WordMath | null = null;
  /** Columns of the open cells, the innermost last. */
  const columns: number[] = [];
  /** What the reader of the document does not see: moved text at its old place, and drawings for older programs. */
  let skipped = 0;
  const markOf = (kind: string, id: string | undefined, author: string | undefined) => {
    if (id === undefined) return '';
    const numbers = marked.get(kind) ?? new Map<string, number>();
    marked.set(kind, numbers.set(id, numbers.get(id) ?? numbers.size + 1));
    return `[${kind} ${numbers.get(id)}]${author ? ` ${author}: ` : ''}`;
  };
  const write = (words: string) => {
    if (isHidden) return;
    onWords();
    writer.words(`${math?.beforeWords() ?? ''}${words}`);
  };
  await parseMarkup(zip.read(path), {
    open(name, attributes) {
      if (SKIPPED.has(name)) skipped++;
      if (skipped > 0) return;
      const value = attributes['w:val'] ?? '';
      math?.open(name, attributes['m:val'] ?? '');
      if (name === 't') isWords = true;
      else if (name === 'oMath') math = new WordMath();
      else if (name === 'r') isHidden = false;
      else if (name === 'vanish') isHidden = value !== '0' && value !== 'false';
      else if (name === 'tab') writer.words('\t');
      else if (name === 'br' || name === 'cr') writer.words('\n');
      else if (name === 'noBreakHyphen') writer.words('-');
      else if (name === 'sym') write(String.fromCharCode(Number.parseInt(attributes['w:char'] ?? '', 16) || 0x20));
      else if (name === 'pStyle') style = styles.get(value);
      else if (name === 'ilvl') depth = Number(value) || 0;
      // Some programs name no list.
      else if (name === 'numPr') list = '?';
      else if (name === 'numId') list = value;
      else if (name === 'tbl') writer.openTable();
      else if (name === 'tc') columns.push(1);
      else if (name === 'gridSpan') columns[columns.length - 1] = Number(value) || 1;
      // The separators of notes have a type.
      else if (Object.hasOwn(MARKED, name) && attributes['w:type'] === undefined)
        write(markOf(MARKED[name] ?? '', attributes['w:id'], attributes['w:author']));
    },
    close(name) {
      if (SKIPPED.has(name)) skipped--;
      if (skipped > 0) return;
      if (math) writer.words(math.close(name));
      if (name === 't') isWords = false;
      else if (name === 'oMath') math = null;
      else if (name === 'p') {
        const level = style?.level ?? 0;
        // A paragraph leaves the list of its style with the list 0.
        const item = list === '' ? { list: style?.list ?? '', depth: style?.depth ?? 0 } : { list, depth };
        const isItem = item.list !== '' && item.list !== '0' && writer.hasWords;
        const number = isItem ? numbering.next(item.list, item.depth) : '';
        writer.endParagraph({ level, listDepth: isItem ? item.depth + 1 : 0, number });
        style = undefined;
        [list, depth] = ['', 0];
      } else if (name === 'tc') writer.closeCell(columns.pop());
      else if (name === 'tr') writer.closeRow();
      else if (name === 'tbl') writer.closeTable();
    },
    text(words) {
      if (isWords && skipped === 0) write(words);
    },
  });
}

const SKIPPED = new Set(['Fallback', 'moveFrom']);
