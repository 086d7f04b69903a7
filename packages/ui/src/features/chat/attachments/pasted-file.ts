import { plural } from '@parley/core';

/** A long pasted text as a file. Its name says what it is, also after a reload and on other devices. */
export function pastedFile(text: string): File {
  return new File([text], pastedName(text.trimEnd().split('\n').length), { type: 'text/plain' });
}

/** Whether a file of this name came from the clipboard, in a client of this language. */
export function isPasted(name: string): boolean {
  return name === pastedName(Number(/\d+/.exec(name)?.[0]));
}

function pastedName(lines: number): string {
  return plural(lines)`Pasted text, ${lines} line.txt|Pasted text, ${lines} lines.txt`;
}
