import { describe, expect, it } from 'vitest';
import { attachmentKind, tooLarge, unsupportedType } from './attachments.ts';

describe('attachments', () => {
  it.each([
    ['image/png', 'a.png', 'image'],
    ['IMAGE/JPEG', '', 'image'],
    ['text/plain; charset=utf-8', '', 'text'],
    ['application/pdf', '', 'pdf'],
    ['', 'Report.DOCX', 'office'],
    ['application/vnd.oasis.opendocument.text', '', 'office'],
    ['application/vnd.ms-excel.sheet.macroEnabled.12', 'Budget.xlsm', 'office'],
    ['', 'Template.dotx', 'office'],
    ['', 'Slides.otp', 'office'],
    ['application/msword', '', 'office'],
    ['', 'Old.xls', 'office'],
    ['message/rfc822', 'Invoice.eml', 'office'],
    ['', 'graph.dot', 'text'],
    ['', 'messages.pot', 'text'],
    ['', 'a.py', 'text'],
    ['video/mp2t', 'a.ts', 'text'],
    ['application/vnd.ms-excel', 'a.csv', 'text'],
    ['', '', 'text'],
    ['constructor', '', 'text'],
    ['video/mp4', 'a.mp4', null],
    ['application/zip', 'a.zip', null],
    ['application/x-zip-compressed', 'a', null],
  ])('guesses the kind of %j named %j: %s', (type, name, kind) => {
    expect(attachmentKind(type, name)).toBe(kind);
  });

  it('rejection messages use the product’s wording', () => {
    expect(unsupportedType('application/zip')).toBe(
      'Unsupported file type: application/zip. Please upload images, .txt, or .pdf files.',
    );
    expect(tooLarge('pdf')).toBe('PDFs can be up to 20 MB.');
  });
});
