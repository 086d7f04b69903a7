/**
 * Copies text to the clipboard, also on pages without https, which have no clipboard API. Resolves to whether it
 * worked.
 */
export async function copyText(text: string): Promise<boolean> {
  const { clipboard } = navigator as Partial<Navigator>;
  const isWritten = await clipboard?.writeText(text).then(
    () => true,
    () => false,
  );
  // If the browser refused, `execCommand` may still work.
  return isWritten || copySelected(text);
}

function copySelected(text: string): boolean {
  const focused = document.activeElement as HTMLElement | SVGElement | null;
  const area = document.createElement('textarea');
  area.value = text;
  area.readOnly = true;
  area.className = 'sr-only';
  // Inside an open dialog, since its focus trap would take the focus back.
  (focused?.closest('[role=dialog]') ?? document.body).append(area);
  area.select();
  try {
    return document.execCommand('copy');
  } catch {
    // The caller reports that nothing was copied.
    return false;
  } finally {
    area.remove();
    focused?.focus({ preventScroll: true });
  }
}
