import { saveFile } from '../../../text/save-file.ts';
import { codeFileName } from './code-file-name.ts';

/** Saves a code block as a file. Loaded with the first press. */
export function saveCode(language: string | undefined, code: string): void {
  saveFile(new Blob([`${code}\n`], { type: 'text/plain' }), codeFileName(language, code));
}
