/** Adds a style sheet, under a content policy that forbids inline styles too. */
export function adoptStyles(css: string | undefined): void {
  if (css === undefined) return;
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(css);
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
}
