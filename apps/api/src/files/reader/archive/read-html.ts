import type { MarkdownWriter } from '../markdown-writer.ts';
import { parseMarkup } from './parse-markup.ts';

/** Also how words in Chinese and Japanese are pronounced. */
const SKIPPED = new Set(['head', 'script', 'style', 'svg', 'rt', 'rp']);
const BLOCKS = new Set(['p', 'div', 'blockquote', 'pre', 'section', 'article', 'figcaption', 'dt', 'dd', 'br', 'hr']);

/** Writes the headings, lists and tables of a page as Markdown. */
export async function readHtml(pieces: AsyncIterable<Uint8Array>, writer: MarkdownWriter): Promise<void> {
  let skipped = 0;
  let level = 0;
  let lists = 0;
  let verbatim = 0;
  const end = () => {
    writer.endParagraph({ level, listDepth: lists });
    level = 0;
  };
  await parseMarkup(
    pieces,
    {
      open(name) {
        if (SKIPPED.has(name)) skipped++;
        if (skipped > 0) return;
        const heading = /^h([1-6])$/.exec(name);
        if (heading || name === 'li' || BLOCKS.has(name)) end();
        if (heading) level = Number(heading[1]);
        else if (name === 'pre') verbatim++;
        else if (name === 'ul' || name === 'ol') lists++;
        else if (name === 'table') writer.openTable();
      },
      close(name) {
        if (SKIPPED.has(name)) skipped--;
        if (skipped > 0) return;
        if (/^h[1-6]$/.test(name) || name === 'li' || BLOCKS.has(name)) end();
        else if (name === 'ul' || name === 'ol') lists = Math.max(0, lists - 1);
        if (name === 'pre') verbatim = Math.max(0, verbatim - 1);
        else if (name === 'td' || name === 'th') writer.closeCell();
        else if (name === 'tr') writer.closeRow();
        else if (name === 'table') writer.closeTable();
      },
      text(words) {
        if (skipped === 0) writer.words(verbatim > 0 ? words : words.replaceAll(/\s+/g, ' '));
      },
    },
    { isHtml: true },
  );
  end();
}
