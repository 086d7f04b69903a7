import { describe, expect, it } from 'vitest';
import { zipSync } from 'fflate';
import { readDocument } from './read-document.ts';
import {
  makeArchive,
  makeBook,
  makeOpenDocument,
  makePresentation,
  makeWord,
  makeWorkbook,
  wordParagraph,
} from './testing/make-archive.ts';

const MB = 1024 * 1024;
/** Timeout for tests that read for seconds of processor time. */
const PATIENCE_MS = 60_000;

async function read(bytes: Uint8Array, format: 'archive' | 'rtf' = 'archive') {
  const document = await readDocument(format, bytes);
  if (!document) throw new Error('not recognized');
  return document;
}

describe('a Word document', () => {
  it('keeps headings of any language, lists, tables and notes, without deleted text', async () => {
    const body = [
      wordParagraph('Der Leuchtturm', '<w:pStyle w:val="berschrift2"/>'),
      wordParagraph('Lamp &amp; lens'),
      wordParagraph('oil', '<w:numPr><w:ilvl w:val="0"/></w:numPr>'),
      wordParagraph('wick', '<w:numPr><w:ilvl w:val="1"/></w:numPr>'),
      '<w:tbl><w:tr><w:tc><w:p><w:r><w:t>Year</w:t></w:r></w:p></w:tc><w:tc><w:p><w:r><w:t>a|b</w:t></w:r></w:p></w:tc></w:tr>',
      '<w:tr><w:tc><w:p><w:r><w:t>1901</w:t></w:r></w:p><w:p><w:r><w:t>May</w:t></w:r></w:p></w:tc><w:tc><w:p/></w:tc></w:tr></w:tbl>',
      '<w:p><w:del><w:r><w:delText>gone</w:delText></w:r></w:del><w:r><w:t>stays</w:t></w:r></w:p>',
    ].join('');
    expect(await read(makeWord(body))).toMatchObject({
      kind: 'office',
      type: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
      isCut: false,
      text: [
        '## Der Leuchtturm\n',
        'Lamp & lens\n',
        '- oil\n  - wick\n| Year | a\\|b |\n| --- | --- |\n| 1901 May |  |\n',
        'stays\n',
        '# Footnotes\n',
        'Measured in May.',
      ].join('\n'),
    });
  });

  it.each([
    ['a fraction', '<m:f><m:num>{a+b}</m:num><m:den>{c}</m:den></m:f>', '(a+b)/(c)'],
    ['a power', '<m:sSup><m:e>{x}</m:e><m:sup>{2}</m:sup></m:sSup>', 'x^(2)'],
    ['an index', '<m:sSub><m:e>{x}</m:e><m:sub>{i}</m:sub></m:sSub>', 'x_(i)'],
    ['a root', '<m:rad><m:deg/><m:e>{x}</m:e></m:rad>', '√(x)'],
    ['a cubic root', '<m:rad><m:deg>{3}</m:deg><m:e>{x}</m:e></m:rad>', '3√(x)'],
    [
      'a sum',
      '<m:nary><m:naryPr><m:chr m:val="∑"/></m:naryPr><m:sub>{i=1}</m:sub><m:sup>{n}</m:sup><m:e>{i}</m:e></m:nary>',
      '∑_(i=1)^(n)i',
    ],
    ['an integral', '<m:nary><m:naryPr/><m:sub/><m:sup/><m:e>{x}</m:e></m:nary>', '∫x'],
    ['brackets', '<m:d><m:e>{x}</m:e></m:d>', '(x)'],
    ['other brackets', '<m:d><m:dPr><m:begChr m:val="|"/><m:endChr m:val="|"/></m:dPr><m:e>{x}</m:e></m:d>', '|x|'],
  ])('reads %s of an equation', async (_what, math, text) => {
    const xml = math.replaceAll(/\{([^}]+)\}/g, '<m:r><m:t>$1</m:t></m:r>');
    const body = `<w:p><w:r><w:t>y=</w:t></w:r><m:oMath>${xml}</m:oMath><w:r><w:t>.</w:t></w:r></w:p>`;
    expect((await read(makeWord(body))).text.split('\n')[0]).toBe(`y=${text}.`);
  });

  it('says what was left out of a long document', async () => {
    const body = wordParagraph('many words '.repeat(2000)).repeat(20);
    const { text, isCut } = await read(makeWord(body));
    expect(isCut).toBe(true);
    expect(text).toMatch(/\n\[Left out, because only 200,000 characters are read: the rest of the document\.\]$/);
    expect(text.length).toBeLessThan(200_200);
  });
});

describe('an Excel workbook', () => {
  it('keeps sheet names, columns, dates and the results of formulas', async () => {
    const rows =
      '<row r="1"><c r="A1" t="s"><v>1</v></c><c r="C1" t="inlineStr"><is><t>in\nline</t></is></c></row>' +
      '<row r="3"><c r="A3" s="1"><v>46348</v></c><c r="B3" s="1"><v>46348.5</v></c><c r="C3"><f>1+1</f><v>2</v></c><c r="D3" t="b"><v>1</v></c></row>';
    const { text } = await read(
      makeWorkbook({ 'Sales &amp; costs': rows, Plan: '<row><c><v>7</v></c></row>' }, ['x', 'Umsatz']),
    );
    expect(text).toBe(
      '[sheet Sales & costs]\nUmsatz\t\tin line\n2026-11-22\t2026-11-22 12:00:00\t2\tTRUE\n\n[sheet Plan]\n7',
    );
  });

  it('cuts a sheet of a million rows and names the sheets that are left out', { timeout: PATIENCE_MS }, async () => {
    const row = '<row><c><v>123456</v></c><c t="s"><v>0</v></c></row>';
    const { text, isCut } = await read(makeWorkbook({ Data: row.repeat(1_000_000), Plan: row, Notes: '' }, ['a word']));
    expect(isCut).toBe(true);
    expect(text).toMatch(/characters are read: the rest of sheet Data, sheet Plan, sheet Notes\.\]$/);
  });

  it('bounds a row that claims a cell beyond the last column', async () => {
    const { text } = await read(makeWorkbook({ A: '<row><c r="ZZZ1"><v>7</v></c><c r="B1"><v>8</v></c></row>' }));
    expect(text).toBe('[sheet A]\n7\t8');
  });
});

describe('a presentation', () => {
  it('reads slides in their order, each with its title and notes', async () => {
    const bytes = makePresentation([
      { title: 'Whales', body: 'They sing.', notes: 'Play the song.' },
      { title: 'Thanks', body: 'Questions?', notes: '' },
    ]);
    expect((await read(bytes)).text).toBe(
      '[slide 1]\n\n# Whales\n\nThey sing.\n\nSpeaker notes:\nPlay the song.\n\n[slide 2]\n\n# Thanks\n\nQuestions?',
    );
  });
});

describe('a LibreOffice document', () => {
  it('reads a text document', async () => {
    const body =
      '<text:tracked-changes><text:p>gone</text:p></text:tracked-changes><text:h text:outline-level="2">Harbor</text:h>' +
      '<text:p>two<text:s text:c="2"/>spaces</text:p><text:list><text:list-item><text:p>rope</text:p></text:list-item></text:list>';
    expect(await read(makeOpenDocument('text', body))).toMatchObject({
      type: 'application/vnd.oasis.opendocument.text',
      text: '## Harbor\n\ntwo  spaces\n\n- rope',
    });
  });

  it('reads a spreadsheet with repeated cells, and leaves out empty rows', async () => {
    const body =
      '<table:table table:name="Costs"><table:table-row><table:table-cell><text:p>tea</text:p></table:table-cell><table:table-cell table:number-columns-repeated="2"><text:p>5</text:p></table:table-cell>' +
      '<table:table-cell table:number-columns-repeated="16380"/></table:table-row><table:table-row table:number-rows-repeated="1048575"><table:table-cell/></table:table-row></table:table>';
    expect((await read(makeOpenDocument('spreadsheet', body))).text).toBe('[sheet Costs]\ntea\t5\t5');
  });

  it('reads a presentation slide by slide', async () => {
    const body =
      '<draw:page draw:name="a"><text:p>First</text:p></draw:page><draw:page draw:name="b"><text:p>Second</text:p></draw:page>';
    expect((await read(makeOpenDocument('presentation', body))).text).toBe('[slide 1]\nFirst\n\n[slide 2]\nSecond');
  });

  it('cuts a row that is repeated a billion times', async () => {
    const body =
      '<table:table table:name="A"><table:table-row table:number-rows-repeated="1000000000"><table:table-cell table:number-columns-repeated="1000000000"><text:p>x</text:p></table:table-cell></table:table-row></table:table>';
    expect(await read(makeOpenDocument('spreadsheet', body))).toMatchObject({ isCut: true });
  });
});

describe('a book', () => {
  it('reads the chapters of an EPUB in reading order, without scripts', async () => {
    const book = makeBook([
      '<h1>The lamp</h1><p>Mr.&nbsp;Hale<br/>lit it.</p><script>alert(1)</script>',
      '<ol><li>oil</li></ol><table><tr><th>a</th><th>b</th></tr><tr><td>1</td><td>2</td></tr></table>',
    ]);
    expect((await read(book)).text).toBe(
      '[chapter 1]\n\n# The lamp\n\nMr. Hale\n\nlit it.\n\n[chapter 2]\n- oil\n| a | b |\n| --- | --- |\n| 1 | 2 |',
    );
  });
});

describe('an RTF document', () => {
  it('reads words in every way that RTF writes them', async () => {
    const rtf = String.raw`{\rtf1\ansi\ansicpg1251\uc1{\fonttbl{\f0 Arial;}}{\*\generator X;}\pard Hello\par \'cf\'f0\u8364?\tab\{x\}{\pict 89504e}\row}`;
    expect((await read(Buffer.from(rtf), 'rtf')).text).toBe('Hello\nПр€\t{x}');
  });

  it('reads the words of each font in the code page of its script', async () => {
    const fonts = String.raw`{\fonttbl{\f0\fnil\fcharset0 Calibri;}{\f1\fnil\fcharset204 Calibri;}{\f2\fcharset161 Arial;}}`;
    const rtf = String.raw`{\rtf1\ansi\ansicpg1252\deff0${fonts}\f0 Gr\'fc\'dfe \f1\'cf\'f0\'e8{\f2 \'e1\'e2}\'ef\f0 \'fc}`;
    expect((await read(Buffer.from(rtf), 'rtf')).text).toBe('Grüße Приαβпü');
  });

  it('reads characters whose second byte is written as a letter or an escaped sign', async () => {
    const rtf = String.raw`{\rtf1\ansi\ansicpg932 \'83e\'83X\'83g, \'83\\\'95\{\'82\'a0 a}`;
    expect((await read(Buffer.from(rtf), 'rtf')).text).toBe('テスト, ソ府あ a');
  });

  it.each([
    ['a million open groups', '{\\rtf1 '.padEnd(1_000_000, '{')],
    ['only a header', '{\\rtf1}'],
  ])('rejects %s', async (_what, rtf) => {
    await expect(read(Buffer.from(rtf), 'rtf')).rejects.toMatchObject({ code: 'unsupported-type' });
  });
});

describe('a hostile archive', () => {
  const body = wordParagraph('Hello Mira');

  /** The document with another unpacked size of its text in its directory. */
  function declare(bytes: Buffer, size: number): Buffer {
    bytes.writeUInt32LE(size, bytes.lastIndexOf('word/document.xml') - 46 + 24);
    return bytes;
  }

  it('rejects a document that unpacks to 2 GB without unpacking it', async () => {
    await expect(read(declare(makeWord(body), 2 ** 31))).rejects.toMatchObject({
      code: 'too-large',
      message: 'This document is too complex to read.',
    });
  });

  it('rejects a text that unpacks to more than it declares', async () => {
    const bytes = declare(makeWord(wordParagraph('many words '.repeat(1_000))), 100);
    await expect(read(bytes)).rejects.toMatchObject({ message: 'We couldn’t read this document.' });
  });

  it('aborts a document of 1 MB whose single word has 250 MB', { timeout: PATIENCE_MS }, async () => {
    const word = new Uint8Array(250 * MB).fill(0x20);
    word.set(Buffer.from('<w:t w:a="'));
    await expect(read(makeWord('', { extra: { 'word/document.xml': word } }))).rejects.toMatchObject({
      code: 'too-large',
    });
  });

  it('does not expand entities that a document declares', async () => {
    const lols = Array.from({ length: 9 }, (_, index) => `<!ENTITY l${index + 1} "${`&l${index};`.repeat(10)}">`).join(
      '',
    );
    const head = `<!DOCTYPE w [<!ENTITY l0 "lol"><!ENTITY f SYSTEM "file:///etc/passwd">${lols}]>`;
    const { text } = await read(makeWord(wordParagraph('Hello &l9; &f; Mira'), { head }));
    expect(text).toContain('Hello &l9; &f; Mira');
    expect(text).not.toContain('root:');
  });

  it('does not open an archive inside a document', async () => {
    const inner = makeArchive({ 'secret.txt': 'nested words' });
    const { text } = await read(
      makeWord(body, { extra: { 'word/embeddings/a.zip': inner, 'word/embeddings/b.docx': makeWord(body) } }),
    );
    expect(text).toBe('Hello Mira\n\n# Footnotes\n\nMeasured in May.');
  });

  it('rejects 100,000 nested elements', async () => {
    const deep = `${'<w:sdt>'.repeat(100_000)}${body}${'</w:sdt>'.repeat(100_000)}`;
    await expect(read(makeWord(deep))).rejects.toMatchObject({ code: 'too-large' });
  });

  it.each([
    ['a document of LibreOffice', () => makeOpenDocument('text', '', '<manifest:encryption-data/>')],
    ['a book', () => makeBook(['<p>x</p>'], { 'META-INF/rights.xml': '<rights/>' })],
  ])('rejects %s with a password, and says what to do', async (_what, make) => {
    await expect(read(make())).rejects.toMatchObject({
      code: 'unsupported-type',
      message: 'This document is password-protected. Remove the password and attach it again.',
    });
  });

  it.each([
    ['cut off in the middle', () => makeWord(body).subarray(0, 700), 'We couldn’t read this document.'],
    [
      'with an entry outside of it',
      () => makeWord(body, { extra: { '../../etc/x': 'x' } }),
      'We couldn’t read this document.',
    ],
    ['without words', () => makeOpenDocument('text', '<text:p/>'), 'This document has no text we can read.'],
  ])('rejects a document %s', async (_what, make, message) => {
    await expect(read(make())).rejects.toMatchObject({ code: 'unsupported-type', message });
  });

  it('recognizes no document in another archive', async () => {
    expect(await readDocument('archive', Buffer.from(zipSync({ 'a.txt': new Uint8Array(3) })))).toBeNull();
  });
});
