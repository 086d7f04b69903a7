import { t } from '@parley/core';
import type { Element, Nodes, Root } from 'hast';
import { visit } from 'unist-util-visit';

/** Labels each checkbox of a task list with its task's text. */
export function rehypeTaskLabels(root: Root): void {
  visit(root, 'element', (item) => {
    if (item.tagName !== 'li') return;
    const box = findBox(item);
    if (box) box.properties.ariaLabel = textOf(item).trim().replace(/\s+/g, ' ') || t`Task`;
  });
}

/** The item's own checkbox: its first child, or the first child of its first paragraph. */
function findBox(item: Element): Element | undefined {
  const first = item.children.find((child) => child.type === 'element');
  if (first?.tagName === 'p') return findBox(first);
  return first?.tagName === 'input' ? first : undefined;
}

/** Text of an item without nested lists. */
function textOf(node: Nodes): string {
  if (node.type === 'text') return node.value;
  if (!('children' in node)) return '';
  return node.children.map((child) => (isList(child) ? '' : textOf(child))).join('');
}

function isList(node: Nodes): boolean {
  return node.type === 'element' && (node.tagName === 'ul' || node.tagName === 'ol');
}
