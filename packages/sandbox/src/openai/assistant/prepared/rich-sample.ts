import { readFileSync } from 'node:fs';

/** A sample text with every Markdown feature that the product renders. */
export const richSample = readFileSync(new URL('./rich-sample.md', import.meta.url), 'utf8').trimEnd();
