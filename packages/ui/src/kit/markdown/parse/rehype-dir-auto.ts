import type { Root } from 'hast';

/** Lets each block run in the direction of its own script, with what is in it. */
export function rehypeDirAuto(): (root: Root) => void {
  return ({ children }) => {
    for (const block of children) if (block.type === 'element') block.properties.dir = 'auto';
  };
}
