import type { AttachmentKind } from '@parley/core';
import {
  BookIcon,
  CodeFileIcon,
  FileIcon,
  PictureIcon,
  PresentationIcon,
  SpreadsheetIcon,
  type IconNode,
} from '../../../kit/icons/icons.ts';

/** Icons by the ending of the name, for files that are stored as text or as a document. */
const ICONS: [RegExp, IconNode][] = [
  [/\.(?:xlsx|ods|csv|tsv)$/i, SpreadsheetIcon],
  [/\.(?:pptx|odp)$/i, PresentationIcon],
  [/\.epub$/i, BookIcon],
  [
    /\.(?:[cm]?[jt]sx?|json|html?|css|xml|ya?ml|toml|py|rb|rs|go|java|kt|swift|cs?|[ch]pp|h|php|sql|sh|ps1)$/i,
    CodeFileIcon,
  ],
];

/** The icon of a file of this kind and name. */
export function fileIcon(kind: AttachmentKind, name: string): IconNode {
  if (kind === 'image') return PictureIcon;
  return (kind !== 'pdf' && ICONS.find(([ending]) => ending.test(name))?.[1]) || FileIcon;
}
