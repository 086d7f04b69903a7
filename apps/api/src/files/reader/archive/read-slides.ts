import type { BoundedText } from '../bounded-text.ts';
import { MarkdownWriter } from '../markdown-writer.ts';
import type { Zip } from './open-zip.ts';
import { parseMarkup } from './parse-markup.ts';
import { readChart } from './read-chart.ts';
import { readRelations } from './relations.ts';

/** Reads a PowerPoint presentation: each slide with its texts, tables, charts and drawings, then its speaker notes. */
export async function readSlides(zip: Zip, main: string, text: BoundedText): Promise<void> {
  const relations = await readRelations(zip, main);
  const slides: string[] = [];
  await parseMarkup(zip.read(main), {
    open(name, attributes) {
      const relation = name === 'sldId' && relations.get(attributes['r:id'] ?? '');
      if (relation) slides.push(relation.path);
    },
  });
  text.setParts(slides.map((_, index) => `slide ${index + 1}`));
  for (const [index, slide] of slides.entries()) {
    const isHidden = await hasShowOff(zip, slide);
    text.startPart(index, `slide ${index + 1}${isHidden ? ', hidden' : ''}`);
    await readSlide(zip, slide, text);
    const related = [...(await readRelations(zip, slide)).values()];
    for (const { type, path } of related) {
      if (type === 'chart') await readChart(zip, path, text);
      // The words of a SmartArt drawing.
      if (type === 'diagramData') await readSlide(zip, path, text);
    }
    const notes = related.find(({ type }) => type === 'notesSlide');
    if (notes) await readSlide(zip, notes.path, text, 'Speaker notes:');
  }
}

async function hasShowOff(zip: Zip, path: string): Promise<boolean> {
  let isOff = false;
  await parseMarkup(zip.read(path), {
    open(name, { show }) {
      if (name === 'sld') isOff = show === '0' || show === 'false';
    },
  });
  return isOff;
}

/** Fields such as the slide's number and date. */
const FIELDS = new Set(['sldNum', 'dt', 'ftr', 'hdr']);

async function readSlide(zip: Zip, path: string, text: BoundedText, heading = ''): Promise<void> {
  const writer = new MarkdownWriter(text);
  let placeholder = '';
  let depth = 0;
  let isWords = false;
  let announced = heading === '';
  await parseMarkup(zip.read(path), {
    open(name, attributes) {
      if (name === 'sp' || name === 'graphicFrame') placeholder = '';
      else if (name === 'pPr') depth = Number(attributes['lvl'] ?? 0) || 0;
      else if (name === 'ph') placeholder = attributes['type'] ?? '';
      else if (name === 't') isWords = true;
      else if (name === 'br') writer.words('\n');
      else if (name === 'tbl') writer.openTable();
    },
    close(name) {
      if (name === 't') isWords = false;
      else if (name === 'p') {
        const level = /^(?:ctrT|t)itle$/.test(placeholder) ? 1 : 0;
        writer.endParagraph({ level, listDepth: depth === 0 ? 0 : depth + 1 });
        depth = 0;
      } else if (name === 'tc') writer.closeCell();
      else if (name === 'tr') writer.closeRow();
      else if (name === 'tbl') writer.closeTable();
    },
    text(words) {
      if (!isWords || FIELDS.has(placeholder)) return;
      if (!announced) text.write(`${heading}\n`);
      announced = true;
      writer.words(words);
    },
  });
}
