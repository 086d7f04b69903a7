/** As a `ref`: whatever has it has the focus as soon as it is shown. */
export function focusOnMount(element: HTMLElement | null): void {
  element?.focus();
}
