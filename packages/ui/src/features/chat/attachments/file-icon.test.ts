import { expect, test } from 'vitest';
import {
  BookIcon,
  CodeFileIcon,
  FileIcon,
  PictureIcon,
  PresentationIcon,
  SpreadsheetIcon,
} from '../../../kit/icons/icons.ts';
import { fileIcon } from './file-icon.ts';

test.each([
  ['image', 'sky.png', PictureIcon],
  ['image', 'chart.csv', PictureIcon],
  ['pdf', 'report.pdf', FileIcon],
  ['pdf', 'report.csv', FileIcon],
  ['office', 'Letter.DOCX', FileIcon],
  ['office', 'Costs.XLSX', SpreadsheetIcon],
  ['text', 'costs.csv', SpreadsheetIcon],
  ['office', 'talk.odp', PresentationIcon],
  ['office', 'novel.epub', BookIcon],
  ['text', 'main.py', CodeFileIcon],
  ['text', 'view.tsx', CodeFileIcon],
  ['text', 'Main.cpp', CodeFileIcon],
  ['text', 'notes.txt', FileIcon],
  ['text', 'Pasted text, 214 lines.txt', FileIcon],
  ['text', '', FileIcon],
] as const)('a file of the kind %s named %s has its own icon', (kind, name, icon) => {
  expect(fileIcon(kind, name)).toBe(icon);
});
