import { encodeXML } from 'entities';
import type { Mail } from './mail.ts';

interface Email {
  to: string;
  subject: string;
  /** Paragraphs of plain text. */
  before: string[];
  /** The button and link of a mail that asks for an action. */
  action?: { label: string; url: string };
  after: string[];
  /** The sender's name. */
  productName: string;
}

/** Formats a mail as text and as HTML with the same content. */
export function renderEmail({ to, subject, before, action, after, productName }: Email): Mail {
  const signed = [...after, productName];
  const text = [...before, ...(action ? [`${action.label}:\n${action.url}`] : []), ...signed].join('\n\n');
  const paragraph = (words: string) => `<p>${encodeXML(words)}</p>`;
  const button = action
    ? `<p><a href="${encodeXML(action.url)}" style="display:inline-block;padding:10px 18px;border-radius:8px;` +
      `background:#1f2937;color:#ffffff;text-decoration:none">${encodeXML(action.label)}</a></p>` +
      `<p style="color:#6b7280;font-size:13px;word-break:break-all">${encodeXML(action.url)}</p>`
    : '';
  const html =
    '<div style="font-family:system-ui,sans-serif;font-size:16px;line-height:1.5;max-width:34rem">' +
    `${before.map(paragraph).join('')}${button}${signed.map(paragraph).join('')}</div>`;
  return { to, subject, text: `${text}\n`, html };
}
