import { describe, expect, it } from 'vitest';
import { attachmentKind, tooLarge, unsupportedType } from './attachments.ts';

describe('attachments', () => {
  it.each([
    ['image/png', 'image'],
    ['IMAGE/JPEG', 'image'],
    ['text/plain; charset=utf-8', 'text'],
    ['application/pdf', 'pdf'],
    ['image/svg+xml', null],
    ['text/html', null],
    ['', null],
    ['constructor', null],
  ])('reads %s as %s', (type, kind) => {
    expect(attachmentKind(type)).toBe(kind);
  });

  it('rejection messages use the product’s wording', () => {
    expect(unsupportedType('application/zip')).toBe(
      'Unsupported file type: application/zip. Please upload images, .txt, or .pdf files.',
    );
    expect(tooLarge('pdf')).toBe('PDFs can be up to 20 MB.');
  });
});
