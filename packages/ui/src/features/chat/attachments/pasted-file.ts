import { t } from '@parley/core';
const PASTED = t`Pasted text, `;

/** A long pasted text as a file. Its name says what it is, also after a reload and on other devices. */
export function pastedFile(text: string): File {
  const lines = text.trimEnd().split('\n').length;
  return new File([text], `${PASTED}${lines} line${lines === 1 ? '' : 's'}.txt`, { type: 'text/plain' });
}

/** Whether a file of this name came from the clipboard. */
export function isPasted(name: string): boolean {
  return name.startsWith(PASTED);
}
