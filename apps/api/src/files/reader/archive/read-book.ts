import { posix } from 'node:path';
import type { BoundedText } from '../bounded-text.ts';
import { DocumentError } from '../document-error.ts';
import { MarkdownWriter } from '../markdown-writer.ts';
import type { Zip } from './open-zip.ts';
import { parseMarkup } from './parse-markup.ts';
import { readHtml } from './read-html.ts';

/** Reads an EPUB in its reading order: headings, lists and tables of each chapter as Markdown. */
export async function readBook(zip: Zip, text: BoundedText): Promise<void> {
  if (zip.names.includes('META-INF/rights.xml')) throw new DocumentError('encrypted');
  const chapters = await listChapters(zip);
  text.setParts(chapters.map((_, index) => `chapter ${index + 1}`));
  for (const [index, path] of chapters.entries()) {
    text.startPart(index, `chapter ${index + 1}`);
    await readHtml(zip.read(path), new MarkdownWriter(text));
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
