/** Returns the finished blocks of the reply inside `root`, in order. Attributes that a caller sets on them survive. */
export function replyBlocks(root: ParentNode): HTMLElement[] {
  const blocks = [...root.querySelectorAll<HTMLElement>('.prose__chunk > *')];
  return root.querySelector('.prose[data-streaming]') ? blocks.slice(0, -1) : blocks;
}
