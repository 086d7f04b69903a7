/** In place of a parser of `style` attributes: Markdown has none, and the page's policy allows none. */
export default function styleToObject(): void {}
