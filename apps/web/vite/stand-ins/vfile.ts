/**
 * In place of the files that a Markdown pipeline reads from a disk, and of what it says of their lines: there is one text
 * here, parsed already, and nobody to read messages about it.
 */
export class VFile {
  value = '';
  readonly messages: string[] = [];
  message(): void {}
}

export class VFileMessage extends Error {}
