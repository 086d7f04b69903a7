import { LEFTWARD, PALETTE, t, type Theme } from '@parley/core';
import { encodeXML } from 'entities';
import { escapeHtml } from '../http/web-client/escape-html.ts';
import { spokenLanguage } from '../language/speak.ts';
import type { Mail } from './mail.ts';

/** Colors of the button and the line, in both themes. */
export type MailColors = Record<Theme, Record<'accent' | 'accentContrast' | 'line', string>>;

export interface Email {
  to: string;
  subject: string;
  /** Paragraphs of plain text. */
  before: string[];
  /** The button and link of a mail that asks for an action. */
  action?: { label: string; url: string };
  after: string[];
  /** The sender's name. */
  productName: string;
  /** The origin that users open. */
  publicUrl: string;
  /** The usual ones by default. */
  colors?: MailColors;
}

const USUAL = { light: colorsOf('light'), dark: colorsOf('dark') };

function colorsOf(theme: Theme): MailColors[Theme] {
  const { accent, accentContrast, line } = PALETTE;
  return { accent: accent[theme], accentContrast: accentContrast[theme], line: line[theme] };
}

/**
 * The interface's light colors, inline for mail programs that drop style sheets, and its dark ones for those that
 * follow the system.
 */
const styleOf = ({ accent, accentContrast, line }: MailColors[Theme]) => `
  body, .page { background: #f4f2ee }
  .card { background: #ffffff }
  @media (prefers-color-scheme: dark) {
    body, .page { background: #131210 !important }
    .card { background: #242220 !important; border-color: #403d38 !important }
    .name, h1, .text { color: #ece8e1 !important }
    .name { border-color: ${line} !important }
    .quiet, .quiet a { color: #9d978c !important }
    .button { background: ${accent} !important }
    .button a { color: ${accentContrast} !important }
  }
`;

const FONT = "font-family:Inter,system-ui,-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";

/** Formats a mail as text and as HTML with the same content, in the current language. */
export function renderEmail(email: Email): Mail {
  const { to, subject, before, action, after, productName } = email;
  const paragraphs = [...before, ...(action ? [`${action.label}:\n${action.url}`] : []), ...after, productName];
  return { to, subject, text: `${paragraphs.join('\n\n')}\n`, html: htmlOf(email) };
}

/** Tables lay it out, since Outlook ignores the width, padding and margins of other elements. */
function htmlOf({ subject, before, action, after, productName, publicUrl, colors = USUAL }: Email): string {
  const { accent, accentContrast, line } = colors.light;
  const language = spokenLanguage();
  const direction = LEFTWARD.has(language) ? ' dir="rtl"' : '';
  const start = direction === '' ? 'left' : 'right';
  const paragraph = (words: string) =>
    `<p class="text" style="margin:0 0 16px;font-size:16px;line-height:26px;color:#1e1c19">${encodeXML(words)}</p>`;
  const quiet = 'font-size:13px;line-height:20px;color:#6b665d';
  // In mails to be read from the right, an address would end with its protocol.
  const link = (url: string, style: string, words = url) =>
    `<a dir="auto" href="${encodeXML(url)}" style="${style}">${encodeXML(words)}</a>`;
  const button = action
    ? `<table role="presentation" cellpadding="0" cellspacing="0" style="margin:8px 0 24px"><tr>
<td class="button" bgcolor="${accent}" style="border-radius:8px;background:${accent}">${link(action.url, `display:inline-block;padding:12px 20px;font-size:16px;line-height:20px;font-weight:600;color:${accentContrast};text-decoration:none`, action.label)}</td>
</tr></table>`
    : '';
  const fallback = action
    ? `<p class="quiet" style="margin:24px 0 0;${quiet}">${escapeHtml(t`If the button doesn’t work, open this link:`)}<br>${link(action.url, 'color:#6b665d;word-break:break-all')}</p>`
    : '';
  return `<!doctype html>
<html lang="${language}"${direction}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${encodeXML(subject)}</title>
<style>${styleOf(colors.dark)}</style>
</head>
<body style="margin:0;padding:0">
<table role="presentation"${direction} class="page" width="100%" cellpadding="0" cellspacing="0" bgcolor="#f4f2ee" style="${FONT}"><tr><td align="center" style="padding:32px 16px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:560px">
<tr><td style="padding:0 8px 20px"><span class="name" style="border-${start}:3px solid ${line};padding-${start}:10px;font-size:18px;line-height:24px;font-weight:600;color:#1e1c19">${encodeXML(productName)}</span></td></tr>
<tr><td class="card" bgcolor="#ffffff" style="padding:32px;border:1px solid #e7e3db;border-radius:12px">
<h1 style="margin:0 0 16px;font-size:22px;line-height:30px;font-weight:600;color:#1e1c19">${encodeXML(subject)}</h1>
${before.map(paragraph).join('\n')}
${button}
${after.map(paragraph).join('\n')}
${fallback}
</td></tr>
<tr><td class="quiet" style="padding:20px 8px 0;${quiet}">${encodeXML(productName)} · ${link(publicUrl, 'color:#6b665d', new URL(publicUrl).host)}</td></tr>
</table>
</td></tr></table>
</body>
</html>
`;
}
