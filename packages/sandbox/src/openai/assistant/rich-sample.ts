import { readFileSync } from 'node:fs';

/** All of Markdown that the product shows, as a piece to read. */
export const richSample = readFileSync(new URL('./rich-sample.md', import.meta.url), 'utf8').trimEnd();
