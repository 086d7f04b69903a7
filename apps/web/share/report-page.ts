import { t } from '@parley/core';
import { LANGUAGE } from '@parley/ui/language';

const UNREACHED = t`Can’t reach the server. Check your connection and try again.`;

/** Lets readers report this page in its dialog. Called with every click. */
export function reportOnClick(event: MouseEvent, target: Element): void {
  if (target.closest('[data-report=open]')) {
    event.preventDefault();
    openDialog();
  } else if (target.closest('[data-report=close]')) {
    target.closest('dialog')?.close();
  }
}

const part = <Kind extends HTMLElement>(name: string) => document.querySelector<Kind>(`[data-report=${name}]`);

function openDialog(): void {
  const form = part<HTMLFormElement>('form');
  if (form)
    form.onsubmit = (event) => {
      event.preventDefault();
      void sendReport(form);
    };
  part<HTMLDialogElement>('dialog')?.showModal();
}

async function sendReport(form: HTMLFormElement): Promise<void> {
  const button = form.querySelector<HTMLButtonElement>('[type=submit]');
  if (button) button.disabled = true;
  const problem = await post(String(new FormData(form).get('reason')));
  if (button) button.disabled = false;
  const alert = part('problem');
  if (alert) alert.textContent = problem;
  if (problem !== null) return;
  const done = part('done');
  form.hidden = true;
  if (done) done.hidden = false;
  done?.querySelector('button')?.focus();
}

/** Returns what went wrong; null when the server has the report. */
async function post(reason: string): Promise<string | null> {
  // The server also opens the page at its address with a slash at the end.
  const token = location.pathname.split('/').findLast(Boolean);
  try {
    const response = await fetch('/api/shares/reports', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...(LANGUAGE !== 'en' && { 'Accept-Language': LANGUAGE }) },
      body: JSON.stringify({ token, reason }),
    });
    if (response.ok) return null;
    return String(((await response.json()) as { message?: unknown }).message ?? UNREACHED);
  } catch {
    return UNREACHED;
  }
}
