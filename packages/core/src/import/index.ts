export { orderTree } from './order-tree.ts';
export { readEntry } from './read-entry.ts';
export type { FileReference } from './to-imported.ts';
