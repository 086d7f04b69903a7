import { strToU8, zipSync, type Zippable } from 'fflate';

/** An archive with these entries, in order; entries named `mimetype` are stored unpacked, as readers expect. */
export function makeArchive(entries: Record<string, string | Uint8Array>): Buffer {
  const files: Zippable = {};
  for (const [name, content] of Object.entries(entries)) {
    const bytes = typeof content === 'string' ? strToU8(content) : content;
    files[name] = [bytes, { level: name === 'mimetype' ? 0 : 6 }];
  }
  return Buffer.from(zipSync(files));
}

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const RELATION = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

/** The relations of a part: id, last word of the type, target. */
export function relations(...list: [id: string, type: string, target: string][]): string {
  const items = list.map(([id, type, to]) => `<Relationship Id="${id}" Type="${RELATION}/${type}" Target="${to}"/>`);
  return `${XML}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${items.join('')}</Relationships>`;
}

const WORD = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"';

/** The XML of paragraphs of a Word document, for `makeWord`. */
export const wordParagraph = (text: string, properties = '') =>
  `<w:p><w:pPr>${properties}</w:pPr><w:r><w:t xml:space="preserve">${text}</w:t></w:r></w:p>`;

/** A Word document with this body, a German heading style and one footnote. */
export function makeWord(body: string, { head = '', extra = {} as Record<string, string | Uint8Array> } = {}): Buffer {
  return makeArchive({
    '[Content_Types].xml': `${XML}<Types/>`,
    '_rels/.rels': relations(['rId1', 'officeDocument', 'word/document.xml']),
    'word/_rels/document.xml.rels': relations(['rId1', 'styles', 'styles.xml'], ['rId2', 'footnotes', 'footnotes.xml']),
    'word/styles.xml': `${XML}<w:styles ${WORD}><w:style w:styleId="berschrift2"><w:name w:val="heading 2"/></w:style></w:styles>`,
    'word/footnotes.xml': `${XML}<w:footnotes ${WORD}><w:footnote>${wordParagraph('Measured in May.')}</w:footnote></w:footnotes>`,
    'word/document.xml': `${XML}${head}<w:document ${WORD}><w:body>${body}</w:body></w:document>`,
    ...extra,
  });
}

const SHEET = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"';

/** An Excel workbook: the XML of the rows of each sheet, by name. Style 1 is a date. */
export function makeWorkbook(
  sheets: Record<string, string | Uint8Array>,
  shared: string[] = [],
  extra: Record<string, string> = {},
): Buffer {
  const names = Object.keys(sheets);
  return makeArchive({
    '_rels/.rels': relations(['rId1', 'officeDocument', 'xl/workbook.xml']),
    'xl/workbook.xml': `${XML}<workbook ${SHEET} xmlns:r="${RELATION}"><sheets>${names
      .map((name, index) => `<sheet name="${name}" sheetId="${index + 1}" r:id="s${index}"/>`)
      .join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': relations(
      ...names.map((_, index): [string, string, string] => [`s${index}`, 'worksheet', `worksheets/${index}.xml`]),
      ['x', 'sharedStrings', '/xl/sharedStrings.xml'],
      ['y', 'styles', 'styles.xml'],
    ),
    'xl/styles.xml': `${XML}<styleSheet ${SHEET}><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/></cellXfs></styleSheet>`,
    'xl/sharedStrings.xml': `${XML}<sst ${SHEET}>${shared.map((text) => `<si><t>${text}</t></si>`).join('')}</sst>`,
    ...Object.fromEntries(
      Object.values(sheets).map((rows, index) => [
        `xl/worksheets/${index}.xml`,
        typeof rows === 'string' ? `${XML}<worksheet ${SHEET}><sheetData>${rows}</sheetData></worksheet>` : rows,
      ]),
    ),
    ...extra,
  });
}

const SLIDE =
  'xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main"';

const shape = (type: string, text: string) =>
  `<p:sp><p:nvSpPr><p:nvPr><p:ph type="${type}"/></p:nvPr></p:nvSpPr><p:txBody><a:p><a:r><a:t>${text}</a:t></a:r></a:p></p:txBody></p:sp>`;

/** A PowerPoint presentation. Its files are numbered in reverse, so only the list of slides has their order. */
export function makePresentation(
  slides: { title: string; body: string; notes: string }[],
  extra: Record<string, string> = {},
): Buffer {
  const number = (index: number) => slides.length - index;
  return makeArchive({
    '_rels/.rels': relations(['rId1', 'officeDocument', 'ppt/presentation.xml']),
    'ppt/presentation.xml': `${XML}<p:presentation ${SLIDE} xmlns:r="${RELATION}"><p:sldIdLst>${slides
      .map((_, index) => `<p:sldId id="${256 + index}" r:id="s${index}"/>`)
      .join('')}</p:sldIdLst></p:presentation>`,
    'ppt/_rels/presentation.xml.rels': relations(
      ...slides.map((_, index): [string, string, string] => [`s${index}`, 'slide', `slides/slide${number(index)}.xml`]),
    ),
    ...Object.fromEntries(
      slides.flatMap(({ title, body, notes }, index) => [
        [
          `ppt/slides/slide${number(index)}.xml`,
          `${XML}<p:sld ${SLIDE}>${shape('ctrTitle', title)}${shape('body', body)}${shape('sldNum', '99')}</p:sld>`,
        ],
        [
          `ppt/slides/_rels/slide${number(index)}.xml.rels`,
          relations(['n', 'notesSlide', `../notesSlides/${number(index)}.xml`]),
        ],
        [`ppt/notesSlides/${number(index)}.xml`, `${XML}<p:notes ${SLIDE}>${shape('body', notes)}</p:notes>`],
      ]),
    ),
    ...extra,
  });
}

const OPEN =
  'xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0" xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0" xmlns:draw="urn:oasis:names:tc:opendocument:xmlns:drawing:1.0" xmlns:presentation="urn:oasis:names:tc:opendocument:xmlns:presentation:1.0"';

/** A document of LibreOffice with this body. */
export function makeOpenDocument(
  kind: 'text' | 'spreadsheet' | 'presentation',
  body: string,
  manifest = '<manifest:manifest/>',
  extra: Record<string, string> = {},
): Buffer {
  return makeArchive({
    mimetype: `application/vnd.oasis.opendocument.${kind}`,
    'content.xml': `${XML}<office:document-content ${OPEN}><office:body><office:${kind}>${body}</office:${kind}></office:body></office:document-content>`,
    'META-INF/manifest.xml': `${XML}${manifest}`,
    ...extra,
  });
}

/** An EPUB whose files are not in reading order, from the XHTML of each chapter's body. */
export function makeBook(chapters: string[], extra: Record<string, string> = {}): Buffer {
  return makeArchive({
    mimetype: 'application/epub+zip',
    'META-INF/container.xml': `${XML}<container><rootfiles><rootfile full-path="OEBPS/book.opf"/></rootfiles></container>`,
    'OEBPS/book.opf': `${XML}<package><manifest>${chapters
      .map((_, index) => `<item id="c${index}" href="part%20${chapters.length - index}.xhtml"/>`)
      .join(
        '',
      )}</manifest><spine>${chapters.map((_, index) => `<itemref idref="c${index}"/>`).join('')}</spine></package>`,
    ...Object.fromEntries(
      chapters.map((body, index) => [
        `OEBPS/part ${chapters.length - index}.xhtml`,
        `${XML}<html xmlns="http://www.w3.org/1999/xhtml"><head><title>x</title><script src="a.js"/></head><body>${body}</body></html>`,
      ]),
    ),
    ...extra,
  });
}
