import { posix } from 'node:path';
import type { BoundedText } from '../bounded-text.ts';
import { DocumentError } from '../document-error.ts';
import { MarkdownWriter } from '../markdown-writer.ts';
import type { Zip } from './open-zip.ts';
import { parseMarkup } from './parse-markup.ts';

/** Also how words in Chinese and Japanese are pronounced. */
const SKIPPED = new Set(['head', 'script', 'style', 'svg', 'rt', 'rp']);
const BLOCKS = new Set(['p', 'div', 'blockquote', 'pre', 'section', 'article', 'figcaption', 'dt', 'dd', 'br', 'hr']);

/** Reads an EPUB in its reading order: headings, lists and tables of each chapter as Markdown. */
export async function readBook(zip: Zip, text: BoundedText): Promise<void> {
  if (zip.names.includes('META-INF/rights.xml')) throw new DocumentError('encrypted');
  const chapters = await listChapters(zip);
  text.setParts(chapters.map((_, index) => `chapter ${index + 1}`));
  for (const [index, path] of chapters.entries()) {
    text.startPart(index, `chapter ${index + 1}`);
    await readChapter(zip, path, new MarkdownWriter(text));
  }
}

async function listChapters(zip: Zip): Promise<string[]> {
  let main = '';
  await parseMarkup(zip.read('META-INF/container.xml'), {
    open(name, attributes) {
      if (name === 'rootfile') main ||= attributes['full-path'] ?? '';
    },
  });
  const paths = new Map<string, string>();
  const chapters: string[] = [];
  await parseMarkup(zip.read(main), {
    open(name, { id = '', href = '', idref = '' }) {
      if (name === 'item') paths.set(id, posix.join(posix.dirname(main), decodePath(href)));
      const path = name === 'itemref' && paths.get(idref);
      if (path) chapters.push(path);
    },
  });
  return chapters;
}

function decodePath(href: string): string {
  try {
    return decodeURIComponent(href);
  } catch {
    return href;
  }
}

async function readChapter(zip: Zip, path: string, writer: MarkdownWriter): Promise<void> {
  let skipped = 0;
  let level = 0;
  let lists = 0;
  let verbatim = 0;
  const end = () => {
    writer.endParagraph({ level, listDepth: lists });
    level = 0;
  };
  await parseMarkup(
    zip.read(path),
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
