import { escapeHtml } from '../server/home-page.ts';
import type { SandboxMail } from './mailbox.ts';

/** The list of mails, newest first. */
export function mailboxPage(mails: SandboxMail[], base: string): string {
  const rows = mails.map(
    ({ id, time, to, subject }) =>
      `<tr><td><a href="${base}/${id}">${escapeHtml(subject || '(no subject)')}</a></td>` +
      `<td>${escapeHtml(to.join(', '))}</td><td><time>${clock(time)}</time></td></tr>`,
  );
  const list = `<table><tr><th>Subject</th><th>To</th><th>At (UTC)</th></tr>${rows.join('')}</table>`;
  return page('Mailbox', mails.length > 0 ? list : '<p>No mail has been sent yet. Reload to look again.</p>');
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

function page(title: string, content: string): string {
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${escapeHtml(title)}</title>
<style>
  :root { color-scheme: light dark }
  body { font: 16px/1.6 system-ui, sans-serif; max-width: 48rem; margin: 3rem auto; padding: 0 1.25rem }
  th { text-align: left } td, th { padding: 0.3rem 1rem 0.3rem 0; vertical-align: top; overflow-wrap: anywhere }
  pre { white-space: pre-wrap; overflow-wrap: anywhere } dt { font-weight: 600 } dd { margin: 0 }
  iframe { width: 100%; height: 28rem; border: 1px solid GrayText; border-radius: 8px; background: white }
</style>
<h1>${escapeHtml(title)}</h1>
${content}
</html>
`;
}
