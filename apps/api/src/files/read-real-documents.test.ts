// What Word, LibreOffice and common libraries write: documents of python-docx, openpyxl, XlsxWriter, python-pptx, odfpy,
// EbookLib and LibreOffice were read and compared with what a person sees. Each case has the markup of those files.
import { expect, it } from 'vitest';
import { readDocument } from './read-document.ts';
import {
  makeBook,
  makeOpenDocument,
  makePresentation,
  makeWord,
  makeWorkbook,
  relations,
  wordParagraph,
} from './testing/make-archive.ts';

async function read(bytes: Uint8Array, format: 'archive' | 'rtf' = 'archive'): Promise<string> {
  return (await readDocument(format, bytes))?.text ?? '';
}

const W = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"';
const run = (text: string, properties = '') => `<w:r><w:rPr>${properties}</w:rPr><w:t>${text}</w:t></w:r>`;

it('numbers the lists of a Word document as Word does, also those of a style', async () => {
  const level = (depth: number, format: string, text: string, start = 1) =>
    `<w:lvl w:ilvl="${depth}"><w:start w:val="${start}"/><w:numFmt w:val="${format}"/><w:lvlText w:val="${text}"/></w:lvl>`;
  const item = (text: string, list: number, depth = 0) =>
    wordParagraph(text, `<w:numPr><w:ilvl w:val="${depth}"/><w:numId w:val="${list}"/></w:numPr>`);
  const numbering = [
    `<w:abstractNum w:abstractNumId="0">${level(0, 'decimal', '%1.')}${level(1, 'lowerLetter', '%2)')}${level(2, 'lowerRoman', '%1.%3')}</w:abstractNum>`,
    `<w:abstractNum w:abstractNumId="1">${level(0, 'bullet', '\uf0b7')}</w:abstractNum>`,
    `<w:abstractNum w:abstractNumId="2">${level(0, 'upperRoman', '§ %1', 4)}</w:abstractNum>`,
    '<w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num><w:num w:numId="2"><w:abstractNumId w:val="1"/></w:num><w:num w:numId="3"><w:abstractNumId w:val="2"/></w:num>',
  ];
  const styles = [
    '<w:style w:styleId="ListNumber"><w:name w:val="List Number"/><w:pPr><w:numPr><w:numId w:val="3"/></w:numPr></w:pPr></w:style>',
    '<w:style w:styleId="Own"><w:name w:val="Own"/><w:basedOn w:val="ListNumber"/></w:style>',
  ];
  const body = [
    item('one', 1),
    item('a', 1, 1),
    item('b', 1, 1),
    item('deep', 1, 2),
    item('two', 1),
    item('again a', 1, 1),
    item('dot', 2),
    wordParagraph('four', '<w:pStyle w:val="ListNumber"/>'),
    wordParagraph('five', '<w:pStyle w:val="Own"/>'),
    wordParagraph('none', '<w:pStyle w:val="Own"/><w:numPr><w:numId w:val="0"/></w:numPr>'),
  ];
  const extra = {
    'word/_rels/document.xml.rels': relations(['a', 'styles', 'styles.xml'], ['b', 'numbering', 'numbering.xml']),
    'word/numbering.xml': `<w:numbering ${W}>${numbering.join('')}</w:numbering>`,
    'word/styles.xml': `<w:styles ${W}>${styles.join('')}</w:styles>`,
  };
  expect(await read(makeWord(body.join(''), { extra }))).toBe(
    '1. one\n  a) a\n  b) b\n    1.i deep\n2. two\n  a) again a\n- dot\n§ IV four\n§ V five\nnone',
  );
});

it('reads a Word document as a person sees it: no hidden or moved text, merged cells, notes at their place', async () => {
  const cell = (text: string, properties = '') => `<w:tc><w:tcPr>${properties}</w:tcPr><w:p>${run(text)}</w:p></w:tc>`;
  const body = [
    `<w:p>${run('seen')}${run('HIDDEN', '<w:vanish/>')}${run('too', '<w:vanish w:val="0"/>')}</w:p>`,
    `<w:p><w:moveFrom w:id="1">${run('OLD PLACE')}</w:moveFrom><w:moveTo w:id="2">${run('moved')}</w:moveTo><w:ins>${run(', inserted')}</w:ins></w:p>`,
    `<w:p>${run('Field: ')}<w:r><w:instrText> PAGE </w:instrText></w:r>${run('7')}<w:r><w:sym w:font="Wingdings" w:char="F0FC"/></w:r></w:p>`,
    `<w:p>${run('A claim')}<w:r><w:footnoteReference w:id="5"/></w:r>${run(' and more')}<w:r><w:commentReference w:id="0"/></w:r></w:p>`,
    `<w:tbl><w:tr>${cell('wide', '<w:gridSpan w:val="2"/>')}${cell('c')}</w:tr><w:tr>${cell('1')}${cell('2')}${cell('3')}</w:tr></w:tbl>`,
  ].join('');
  const note = (name: string, attributes: string, text: string) =>
    `<w:${name} ${attributes}>${wordParagraph(text)}</w:${name}>`;
  const extra = {
    'word/_rels/document.xml.rels': relations(
      ['h', 'header', 'header1.xml'],
      ['f', 'footer', 'footer1.xml'],
      ['n', 'footnotes', 'footnotes.xml'],
      ['c', 'comments', 'comments.xml'],
    ),
    'word/header1.xml': `<w:hdr ${W}>${wordParagraph('Contract 17')}</w:hdr>`,
    'word/footer1.xml': `<w:ftr ${W}>${wordParagraph('Confidential')}</w:ftr>`,
    'word/footnotes.xml': `<w:footnotes ${W}>${note('footnote', 'w:type="separator" w:id="0"', '')}${note('footnote', 'w:id="5"', 'The proof.')}</w:footnotes>`,
    'word/comments.xml': `<w:comments ${W}>${note('comment', 'w:id="0" w:author="Mira"', 'Really?')}</w:comments>`,
  };
  expect(await read(makeWord(body, { extra }))).toBe(
    [
      'seentoo\n',
      'moved, inserted\n',
      'Field: 7✓\n',
      'A claim[footnote 1] and more[comment 1]\n',
      '| wide |  | c |\n| --- | --- | --- |\n| 1 | 2 | 3 |\n',
      '# Footnotes\n\n[footnote 1]The proof.\n',
      '# Comments\n\n[comment 1] Mira: Really?\n',
      '# Headers\n\nContract 17\n',
      '# Footers\n\nConfidential',
    ].join('\n'),
  );
});

it('shows numbers of an Excel workbook with their units, and formulas that were never calculated', async () => {
  const S = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"';
  const codes = [
    '0.0%',
    '#,##0.00 "kg"',
    '[$€-407] #,##0.00',
    '[hh]:mm:ss',
    '"Q"0',
    '_($* #,##0_);[Red]-0',
    'd. mmmm yyyy',
  ];
  const formats = codes.map(
    (code, index) => `<numFmt numFmtId="${164 + index}" formatCode="${code.replaceAll('"', '&quot;')}"/>`,
  );
  const styles = codes.map((_, index) => `<xf numFmtId="${164 + index}"/>`);
  const values = ['0.256', '1234.5', '99', '1.253472222', '3', '-5', '46348'];
  const cells = values.map((value, index) => `<c s="${index + 1}"><v>${value}</v></c>`).join('');
  const rows =
    `<row>${cells}</row>` +
    '<row><c><v>0.30000000000000004</v></c><c><f>SUM(A1:A2)</f></c><c><f>A1</f><v>7</v></c><c t="e"><v>#DIV/0!</v></c></row>';
  const book = makeWorkbook({ 'Plan" state="hidden': rows });
  expect(await read(book)).toContain('[sheet Plan, hidden]');
  const extra = {
    'xl/styles.xml': `<styleSheet ${S}><numFmts>${formats.join('')}</numFmts><cellXfs><xf numFmtId="0"/>${styles.join('')}</cellXfs></styleSheet>`,
    'xl/worksheets/_rels/0.xml.rels': relations(['c', 'comments', '../comments1.xml']),
    'xl/comments1.xml': `<comments ${S}><authors><author>Mira</author></authors><commentList><comment ref="B2" authorId="0"><text><r><t>Check </t></r><r><t>this.</t></r></text></comment></commentList></comments>`,
  };
  expect(await read(makeWorkbook({ Plan: rows }, [], extra))).toBe(
    [
      '[sheet Plan]',
      '25.6%\t1234.5 kg\t€99\t30:05:00\tQ3\t$-5\t2026-11-22',
      '0.3\t=SUM(A1:A2)\t7\t#DIV/0!',
      '[comment on B2] Mira: Check this.',
    ].join('\n'),
  );
});

it('reads the charts, nested points and hidden slides of a presentation', async () => {
  const C = 'xmlns:c="http://schemas.openxmlformats.org/drawingml/2006/chart"';
  const A = 'xmlns:a="a" xmlns:p="p"';
  const points = (...list: string[]) =>
    list.map((value, idx) => (value ? `<c:pt idx="${idx}"><c:v>${value}</c:v></c:pt>` : '')).join('');
  const extra = {
    'ppt/slides/slide1.xml': `<p:sld ${A} show="0"><p:sp><p:nvPr><p:ph idx="1"/></p:nvPr><a:p><a:r><a:t>point</a:t></a:r></a:p><a:p><a:pPr lvl="1"/><a:r><a:t>below it</a:t></a:r></a:p></p:sp></p:sld>`,
    'ppt/slides/_rels/slide1.xml.rels': relations(['c', 'chart', '../charts/chart1.xml']),
    'ppt/charts/chart1.xml': `<c:chartSpace ${C}><c:ser><c:tx>${points('Sales')}</c:tx><c:cat>${points('East', 'North', 'West')}${points('Here', 'Here', 'There')}</c:cat><c:val>${points('19.2', '', '21.4')}</c:val></c:ser></c:chartSpace>`,
  };
  expect(await read(makePresentation([{ title: '', body: '', notes: '' }], extra))).toBe(
    '[slide 1, hidden]\npoint\n\n  - below it\nChart, Sales: East 19.2, West 21.4',
  );
});

it('reads the words of a drawing that PowerPoint keeps in a file of its own', async () => {
  const D = 'xmlns:dgm="dgm" xmlns:a="a"';
  const point = (words: string) => `<dgm:pt><dgm:t><a:p><a:r><a:t>${words}</a:t></a:r></a:p></dgm:t></dgm:pt>`;
  const extra = {
    'ppt/slides/_rels/slide1.xml.rels': relations(['d', 'diagramData', '../diagrams/data1.xml']),
    'ppt/diagrams/data1.xml': `<dgm:dataModel ${D}><dgm:ptLst>${point('Plan')}<dgm:pt type="parTrans"/>${point('Build')}</dgm:ptLst></dgm:dataModel>`,
  };
  const text = await read(makePresentation([{ title: 'How we work', body: 'Two steps', notes: '' }], extra));
  expect(text).toBe('[slide 1]\n\n# How we work\n\nTwo steps\n\nPlan\n\nBuild');
});

it('reads a text document of LibreOffice with its notes, merged cells, header and no hidden words', async () => {
  const body = [
    '<office:automatic-styles><style:style style:name="T1"><style:text-properties text:display="none"/></style:style></office:automatic-styles>',
    '<text:p>A claim<text:note><text:note-citation>1</text:note-citation><text:note-body><text:p>The proof.</text:p></text:note-body></text:note> stands<text:span text:style-name="T1">HIDDEN<text:span>TOO</text:span></text:span> on <text:date>23.11.26</text:date>.',
    '<office:annotation><dc:creator>Mira</dc:creator><dc:date>2026-11-23T00:00:00</dc:date><text:p>Really?</text:p></office:annotation></text:p>',
    '<table:table><table:table-row><table:table-cell table:number-columns-spanned="2"><text:p>wide</text:p></table:table-cell><table:covered-table-cell/></table:table-row>',
    '<table:table-row><table:table-cell><text:p>1</text:p></table:table-cell><table:table-cell><text:p>2</text:p></table:table-cell></table:table-row></table:table>',
  ].join('');
  const extra = {
    'styles.xml':
      '<office:document-styles><style:master-page><style:header><text:p>Contract 17</text:p></style:header></style:master-page></office:document-styles>',
  };
  expect(await read(makeOpenDocument('text', body, undefined, extra))).toBe(
    [
      'A claim[note 1] stands on 23.11.26.[comment 2]\n',
      '| wide |  |\n| --- | --- |\n| 1 | 2 |\n',
      '# Notes and comments\n',
      '[note 1] The proof.\n[comment 2] Mira: Really?\n',
      '# Headers and footers\n\nContract 17',
    ].join('\n'),
  );
});

it('reads slides of LibreOffice without their numbers, and cells that have a value and no words', async () => {
  const slides = [
    '<draw:page><draw:frame presentation:class="title"><draw:text-box><text:p>Lamp</text:p></draw:text-box></draw:frame>',
    '<presentation:notes><draw:frame><draw:text-box><text:p><text:page-number>1</text:page-number></text:p></draw:text-box></draw:frame></presentation:notes></draw:page>',
    '<draw:page><text:p>Oil</text:p><presentation:notes><draw:frame><text:p>Say it.</text:p></draw:frame></presentation:notes></draw:page>',
  ].join('');
  expect(await read(makeOpenDocument('presentation', slides))).toBe(
    '[slide 1]\n\n# Lamp\n\n[slide 2]\nOil\n\nSpeaker notes:\nSay it.',
  );
  const row =
    '<table:table-row><table:table-cell office:value-type="float" office:value="7"/><table:table-cell office:value="0.25"><text:p>25 %</text:p></table:table-cell></table:table-row>';
  expect(await read(makeOpenDocument('spreadsheet', `<table:table table:name="a">${row}</table:table>`))).toBe(
    '[sheet a]\n7\t25 %',
  );
});

it('reads footnotes of an RTF document, and neither hidden nor deleted words', async () => {
  const rtf =
    '{\\rtf1\\ansi A claim{\\super \\chftn{\\*\\footnote \\chftn\\pard\\plain The {\\b proof}.}} stands. {\\v HIDDEN}{\\deleted GONE}{\\*\\generator NONE} \\v no\\v0 Seen.\\par}';
  expect(await read(Buffer.from(rtf), 'rtf')).toBe('A claim [note: The proof.] stands.  Seen.');
});

it('keeps the lines of code in a book, and leaves out how words are pronounced', async () => {
  const chapter = '<pre>if x:\n    y</pre><p><ruby>漢<rp>(</rp><rt>かん</rt></ruby>字 שלום 👩‍👩‍👧</p>';
  expect(await read(makeBook([chapter]))).toBe('[chapter 1]\nif x:\n    y\n\n漢字 שלום 👩‍👩‍👧');
});
