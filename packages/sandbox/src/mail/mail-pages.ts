import { escapeHtml, page } from '../server/page.ts';
import type { SandboxMail } from './mailbox.ts';

const WIDTH = '48rem';

/** The list of mails, newest first. */
export function mailboxPage(mails: SandboxMail[], base: string): string {
  const rows = mails.map(
    ({ id, time, to, subject }) =>
      `<tr><td><a href="${base}/${id}">${escapeHtml(subject || '(no subject)')}</a></td>` +
      `<td>${escapeHtml(to.join(', '))}</td><td><time>${clock(time)}</time></td></tr>`,
  );
  const list = `<table><tr><th>Subject</th><th>To</th><th>At (UTC)</th></tr>${rows.join('')}</table>`;
  return page('Mailbox', mails.length > 0 ? list : '<p>No mail has been sent yet. Reload to look again.</p>', WIDTH);
}

/** One mail: its text with URLs as links, and its HTML in a sandboxed frame without scripts. */
export function mailPage({ from, to, subject, time, text, html }: SandboxMail, base: string): string {
  // Links in the frame open ordinary pages, outside the frame's sandbox.
  const frame = html
    ? `<h2>As HTML</h2><iframe title="The mail as HTML" sandbox="allow-popups allow-popups-to-escape-sandbox" ` +
      `srcdoc="${escapeHtml(`<base target="_blank">${html}`)}"></iframe>`
    : '';
  return page(
    subject || '(no subject)',
    `<p><a href="${base}">Mailbox</a></p>
<dl><dt>From</dt><dd>${escapeHtml(from)}</dd><dt>To</dt><dd>${escapeHtml(to.join(', '))}</dd>
<dt>At</dt><dd>${clock(time)} UTC</dd></dl>
<h2>As text</h2><pre>${withLinks(text)}</pre>
${frame}`,
    WIDTH,
  );
}

function withLinks(text: string): string {
  return text
    .split(/(https?:\/\/[^\s<>"]+)/)
    .map((part, index) =>
      index % 2 === 1 ? `<a href="${escapeHtml(part)}">${escapeHtml(part)}</a>` : escapeHtml(part),
    )
    .join('');
}

function clock(time: string): string {
  return time.slice(0, 19).replace('T', ' ');
}
