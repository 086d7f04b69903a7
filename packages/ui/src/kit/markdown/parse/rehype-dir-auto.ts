import type { Root } from 'hast';

/** Lets each block take the direction of its own text. */
export function rehypeDirAuto({ children }: Root): void {
  for (const block of children) if (block.type === 'element') block.properties.dir = 'auto';
}
