import { shortcutOf } from '@parley/ui/shortcut-of';

/** Milliseconds that the shell waits for its font after its styles, because a swap would be visible. */
const FONT_PATIENCE = 300;

/**
 * Lets a person type into the chat's shell: everything but the box waits for the app. Enter marks the text to be sent
 * once the app can, unless more is typed. A shortcut waits for the app too, and so do the words for the palette.
 */
export function keepTyping(shell: HTMLElement, root: HTMLElement): void {
  const box = shell.querySelector('textarea');
  if (!box) return;
  // It takes the focus even before the shell is visible.
  const query = document.createElement('input');
  query.style.cssText = 'position:absolute;opacity:0;visibility:visible';
  // The app behind it has its layout, but neither its focus nor its roles.
  shell.style.cssText = 'position:fixed;inset:0;z-index:1;visibility:hidden';
  root.style.visibility = 'hidden';
  whenStyled(() => {
    shell.style.visibility = '';
    if (matchMedia('(hover: hover)').matches && !query.isConnected) box.focus({ preventScroll: true });
  });
  for (const part of shell.querySelectorAll<HTMLElement>('[data-app] *')) {
    if (!part.contains(box)) Object.assign(part, { inert: true, ariaHidden: 'true' });
  }
  const mark = (name: string, isSet: boolean) => void shell.toggleAttribute(name, isSet);
  shell.addEventListener('compositionstart', () => mark('data-composing', true));
  shell.addEventListener('compositionend', () => mark('data-composing', false));
  box.addEventListener('input', () => mark('data-sends', false));
  box.addEventListener('keydown', (event) => {
    // Safari reports the Enter that confirms an IME word with this key code only.
    if (event.key !== 'Enter' || event.shiftKey || event.isComposing || event.keyCode === 229) return;
    event.preventDefault();
    mark('data-sends', box.value.trim() !== '');
  });
  const keepShortcut = (event: KeyboardEvent) => {
    if (!shell.isConnected) return document.removeEventListener('keydown', keepShortcut);
    const shortcut = shortcutOf(event);
    if (!shortcut) return;
    event.preventDefault();
    if (shortcut === 'palette') shell.append(query);
    else query.remove();
    (shortcut === 'palette' ? query : box).focus({ preventScroll: true });
    const { key, code, metaKey, ctrlKey, shiftKey } = event;
    shell.dataset['keys'] = JSON.stringify({ key, code, metaKey, ctrlKey, shiftKey, cancelable: true });
  };
  document.addEventListener('keydown', keepShortcut);
}

/** Calls back when the styles and the font have loaded, or soon after the styles. */
function whenStyled(show: () => void): void {
  const styles = document.querySelector<HTMLLinkElement>('link[rel=stylesheet]');
  const wait = () => {
    void document.fonts.load('1em "Inter Variable"').then(show, show);
    setTimeout(show, FONT_PATIENCE);
  };
  if (!styles || styles.sheet) wait();
  else styles.onload = wait;
}
