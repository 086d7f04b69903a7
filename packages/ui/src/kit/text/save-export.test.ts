// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest';
import { saveExport } from './save-export.ts';

afterEach(() => vi.restoreAllMocks());

test.each([
  ['attachment; filename="2026-11-23 Tea 1.md"', '2026-11-23 Tea 1.md'],
  [
    'attachment; filename="2026-11-23 ? 1.md"; filename*=UTF-8\'\'2026-11-23%20%E6%BC%A2%20%221.md',
    '2026-11-23 漢 "1.md',
  ],
  ['', 'conversations'],
])('an export with the header %j is saved as %j', (disposition, name) => {
  vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:x');
  vi.spyOn(URL, 'revokeObjectURL').mockReturnValue();
  const names: string[] = [];
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    names.push(this.download);
  });
  saveExport({ bytes: new Blob(['x']), disposition });
  expect(names).toEqual([name]);
});
