/** The blocks of a reply in order, for whoever marks them from outside: attributes set on a finished one stay. `root` holds one reply; the last block of one being written is left out. */
export function replyBlocks(root: ParentNode): HTMLElement[] {
  const blocks = [...root.querySelectorAll<HTMLElement>('.prose__chunk > *')];
  return root.querySelector('.prose[data-streaming]') ? blocks.slice(0, -1) : blocks;
}
