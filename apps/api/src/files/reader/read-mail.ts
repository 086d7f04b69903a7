import PostalMime, { decodeWords } from 'postal-mime';
import { readHtml } from './archive/read-html.ts';
import type { BoundedText } from './bounded-text.ts';
import { MarkdownWriter } from './markdown-writer.ts';

/** The headers that people see. */
const SHOWN = ['From', 'To', 'Cc', 'Date', 'Subject'];
/** Mails inside each other. */
const MAX_DEPTH = 10;

/**
 * Reads a mail as people see it: who wrote it to whom and when, its plain text or else its HTML, and the names of the
 * attached files. Attached mails are read as well.
 */
export async function readMail(bytes: Uint8Array, text: BoundedText, depth = 0): Promise<void> {
  const mail = await PostalMime.parse(bytes, { forceRfc822Attachments: true });
  for (const name of SHOWN) {
    const header = mail.headers.find(({ key }) => key === name.toLowerCase());
    if (header) text.write(`${name}: ${decodeWords(header.value)}\n`);
  }
  text.write('\n');
  if (mail.text?.trim()) text.write(`${mail.text}\n`);
  else if (mail.html) await readHtml(piecesOf(mail.html), new MarkdownWriter(text));
  for (const { filename, mimeType, disposition, related, content } of mail.attachments) {
    if (mimeType === 'message/rfc822' && depth < MAX_DEPTH && content instanceof ArrayBuffer) {
      text.write('\n[attached mail]\n');
      await readMail(new Uint8Array(content), text, depth + 1);
    } else if (!related && (filename !== null || disposition === 'attachment')) {
      text.write(`\n[attachment ${filename ?? mimeType}]\n`);
    }
  }
}

async function* piecesOf(html: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(html);
}
