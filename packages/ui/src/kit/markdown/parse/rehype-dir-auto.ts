import type { Root } from 'hast';

/** Sets `dir="auto"` on each block, so that it follows the direction of its own text. */
export function rehypeDirAuto({ children }: Root): void {
  for (const block of children) if (block.type === 'element') block.properties.dir = 'auto';
}
