import { deflateSync } from 'node:zlib';

export interface PdfToMake {
  /** The content stream of every page. */
  content?: Uint8Array;
  pages?: number;
  /** Additional trailer entries. */
  trailer?: string;
}

/** A content stream that draws lines of text. */
export function drawText(...lines: string[]): Buffer {
  return Buffer.from(`BT /F1 12 Tf 50 700 Td ${lines.map((line) => `(${line}) Tj 0 -20 Td`).join(' ')} ET\n`);
}

/** A trailer entry that marks the document as encrypted with an unknown password. */
export const ENCRYPTED = `/Encrypt << /Filter /Standard /V 1 /R 2 /O <${'41'.repeat(32)}> /U <${'42'.repeat(32)}> /P -4 >> /ID [<41><41>]`;

/** Builds a PDF by hand, with compressed content. */
export function makePdf({ content = drawText('Hello Mira'), pages = 1, trailer = '' }: PdfToMake = {}): Buffer {
  const kids = Array.from({ length: pages }, (_, page) => `${page + 5} 0 R`);
  const page =
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 800] /Contents 4 0 R /Resources << /Font << /F1 3 0 R >> >> >>';
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Kids [${kids.join(' ')}] /Count ${pages} >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    stream('/Filter /FlateDecode', deflateSync(content)),
    ...kids.map(() => page),
  ];
  return writePdf(objects, trailer);
}

/** A PDF as scanners write it: each page is a JPEG of 600 × 800 points, with the same few words on top. */
export function makeScan(jpegs: Uint8Array[], words = '', rotate = 0): Buffer {
  const kids = jpegs.map((_, index) => `${5 + 2 * index} 0 R`);
  const picture = (index: number) => 6 + 2 * index;
  return writePdf([
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Kids [${kids.join(' ')}] /Count ${kids.length} >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    stream(
      '',
      Buffer.concat([Buffer.from('q 600 0 0 800 0 0 cm /I Do Q\n'), words ? drawText(words) : Buffer.alloc(0)]),
    ),
    ...jpegs.flatMap((jpeg, index) => [
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 800] /Rotate ${rotate} /Contents 4 0 R /Resources << /Font << /F1 3 0 R >> /XObject << /I ${picture(index)} 0 R >> >> >>`,
      stream(
        `/Type /XObject /Subtype /Image /Width 60 /Height 40 /ColorSpace /DeviceRGB /BitsPerComponent 8 /Filter /DCTDecode`,
        jpeg,
      ),
    ]),
  ]);
}

/** A PDF with these words in a font that is not in it, in an encoding of Chinese, Japanese or Korean. */
export function makeEastAsianPdf(encoding: string, ordering: string, words: Uint8Array): Buffer {
  const text = Buffer.from(`BT /F1 12 Tf 50 700 Td <${Buffer.from(words).toString('hex')}> Tj ET\n`);
  return writePdf([
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 800] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    stream('', text),
    `<< /Type /Font /Subtype /Type0 /BaseFont /Mincho-${encoding} /Encoding /${encoding} /DescendantFonts [6 0 R] >>`,
    `<< /Type /Font /Subtype /CIDFontType0 /BaseFont /Mincho /FontDescriptor 7 0 R /CIDSystemInfo << /Registry (Adobe) /Ordering (${ordering}) /Supplement 2 >> >>`,
    '<< /Type /FontDescriptor /FontName /Mincho /Flags 4 /FontBBox [0 0 1000 1000] /ItalicAngle 0 /Ascent 800 /Descent -200 /CapHeight 700 /StemV 80 >>',
  ]);
}

/** A PDF with the words `Name:` and these annotations, such as `/Subtype /FreeText /Contents (Hello)`. */
export function makeAnnotatedPdf(annotations: string[]): Buffer {
  const references = annotations.map((_, index) => `${index + 6} 0 R`).join(' ');
  return writePdf([
    `<< /Type /Catalog /Pages 2 0 R /AcroForm << /Fields [${references}] >> >>`,
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 800] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> /Annots [${references}] >>`,
    stream('', drawText('Name:')),
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    ...annotations.map((entries) => `<< /Type /Annot /Rect [50 600 300 620] /DA (/Helv 12 Tf) ${entries} >>`),
  ]);
}

function stream(entries: string, bytes: Uint8Array): Buffer {
  const head = Buffer.from(`<< /Length ${bytes.length} ${entries} >>\nstream\n`);
  return Buffer.concat([head, bytes, Buffer.from('\nendstream')]);
}

function writePdf(objects: (string | Buffer)[], trailer = ''): Buffer {
  const parts: Uint8Array[] = [Buffer.from('%PDF-1.7\n')];
  const places: string[] = [];
  let size = parts[0]?.length ?? 0;
  const add = (part: Uint8Array) => {
    parts.push(part);
    size += part.length;
  };
  objects.forEach((object, index) => {
    places.push(`${String(size).padStart(10, '0')} 00000 n \n`);
    add(Buffer.concat([Buffer.from(`${index + 1} 0 obj\n`), Buffer.from(object), Buffer.from('\nendobj\n')]));
  });
  const count = objects.length + 1;
  const xref = `xref\n0 ${count}\n0000000000 65535 f \n${places.join('')}`;
  add(Buffer.from(`${xref}trailer << /Size ${count} /Root 1 0 R ${trailer} >>\nstartxref\n${size}\n%%EOF`));
  return Buffer.concat(parts);
}
