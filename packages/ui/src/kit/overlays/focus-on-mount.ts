/** Callback ref that focuses its element on mount. */
export function focusOnMount(element: HTMLElement | null): void {
  element?.focus();
}
