import { t } from '@parley/core';
import { copyText } from '@parley/ui/copy-text';
import { reportOnClick } from './report-page.ts';

// Runs before the first paint, so that the theme is known by then. A shared page can be read without it.
const system = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
const theme = storedTheme();
document.documentElement.dataset['theme'] = theme === 'dark' || theme === 'light' ? theme : system;

document.addEventListener('click', (event) => {
  const { target } = event;
  if (!(target instanceof Element)) return;
  reportOnClick(event, target);
  const copy = target.closest<HTMLElement>('[data-copy]');
  if (copy) void copyCode(copy);
  const note = target.closest<HTMLElement>('.footnote-ref');
  if (note) toggleNote(note);
});

async function copyCode(button: HTMLElement): Promise<void> {
  const code = button.closest('.code')?.querySelector('code')?.textContent ?? '';
  if (!(await copyText(code))) return;
  say(t`Copied`, t`Copied`);
  setTimeout(say, 2000, t`Copy`, '');

  function say(shown: string, status: string): void {
    const label = button.querySelector('span');
    const region = button.nextElementSibling;
    if (label) label.textContent = shown;
    if (region) region.textContent = status;
  }
}

function toggleNote(reference: HTMLElement): void {
  const note = document.getElementById(reference.getAttribute('aria-controls') ?? '');
  const isOpen = note?.classList.toggle('footnote--open') ?? false;
  reference.setAttribute('aria-expanded', String(isOpen));
}

function storedTheme(): string | null {
  try {
    return localStorage.getItem('theme');
  } catch {
    return null; // Storage is forbidden here.
  }
}
