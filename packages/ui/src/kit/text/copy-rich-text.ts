import { copyText } from './copy-text.ts';

/**
 * Copies HTML together with its text: editors and spreadsheets paste the HTML, others the text. Where the browser
 * cannot, copies the text. Resolves to whether it worked. Call it in the handler of a press.
 */
export async function copyRichText(html: string, text: string): Promise<boolean> {
  try {
    const parts = { 'text/html': html, 'text/plain': text };
    const blobs = Object.entries(parts).map(([type, part]) => [type, new Blob([part], { type })]);
    await navigator.clipboard.write([new ClipboardItem(Object.fromEntries(blobs) as Record<string, Blob>)]);
    return true;
  } catch {
    return copyText(text);
  }
}
