import { t } from '@parley/core';
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
  const label = button.querySelector('span');
  await navigator.clipboard.writeText(button.closest('.code')?.querySelector('code')?.textContent ?? '');
  if (!label) return;
  label.textContent = t`Copied`;
  setTimeout(() => (label.textContent = t`Copy`), 2000);
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
