/** A node of a conversation's tree as an export has it: the parent may be missing, or part of a cycle. */
export interface TreeNode {
  id: string;
  parentId: string | null;
}

/**
 * Orders nodes so that parents precede their children, which keep their order. A node without its parent becomes a
 * root, as does one node of each cycle. Of nodes with the same id, only the first stays. Linear in the nodes.
 */
export function orderTree<T extends TreeNode>(nodes: readonly T[]): T[] {
  const byId = new Map<string, T>();
  for (const node of nodes) if (!byId.has(node.id)) byId.set(node.id, node);

  const children = new Map<string, T[]>();
  const pending: T[] = [];
  for (const node of byId.values()) {
    if (node.parentId === null || !byId.has(node.parentId)) {
      pending.push({ ...node, parentId: null });
      continue;
    }
    const siblings = children.get(node.parentId);
    if (siblings) siblings.push(node);
    else children.set(node.parentId, [node]);
  }

  const ordered = new Map<string, T>();
  const visit = (roots: T[]) => {
    const stack = roots.toReversed();
    for (let node = stack.pop(); node; node = stack.pop()) {
      if (ordered.has(node.id)) continue;
      ordered.set(node.id, node);
      for (const child of children.get(node.id)?.toReversed() ?? []) stack.push(child);
    }
  };
  visit(pending);
  for (const node of byId.values()) {
    if (!ordered.has(node.id)) visit([{ ...nodeInCycle(node, byId), parentId: null }]);
  }
  return [...ordered.values()];
}

/** The first node that repeats on the way up from this one, if there is a cycle above it. */
function nodeInCycle<T extends TreeNode>(start: T, byId: ReadonlyMap<string, T>): T {
  const seen = new Set<string>();
  let node = start;
  while (!seen.has(node.id)) {
    seen.add(node.id);
    node = byId.get(node.parentId ?? '') ?? node;
  }
  return node;
}
