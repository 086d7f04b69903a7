import fc from 'fast-check';
import { expect, test } from 'vitest';
import { orderTree } from './order-tree.ts';

const tree = (...pairs: [string, string | null][]) => pairs.map(([id, parentId]) => ({ id, parentId }));

test('parents precede children that the export lists first', () => {
  expect(orderTree(tree(['c', 'b'], ['b', 'a'], ['a', null]))).toEqual(tree(['a', null], ['b', 'a'], ['c', 'b']));
});

test('a node whose parent is missing becomes a root', () => {
  expect(orderTree(tree(['b', 'lost'], ['c', 'b']))).toEqual(tree(['b', null], ['c', 'b']));
});

test('a cycle loses one link, and what hangs on it stays on it', () => {
  expect(orderTree(tree(['d', 'b'], ['a', 'b'], ['b', 'a']))).toEqual(tree(['b', null], ['d', 'b'], ['a', 'b']));
  expect(orderTree(tree(['a', 'a']))).toEqual(tree(['a', null]));
});

test('a chain of 200,000 nodes is ordered without recursion', () => {
  const chain = Array.from({ length: 200_000 }, (_, i) => ({ id: `${i}`, parentId: i === 0 ? null : `${i - 1}` }));
  expect(orderTree(chain.toReversed())).toEqual(chain);
});

test('any graph becomes a forest of all its distinct ids, parents first', () => {
  const id = fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f');
  const nodes = fc.array(fc.record({ id, parentId: fc.option(id) }));
  fc.assert(
    fc.property(nodes, (graph) => {
      const ordered = orderTree(graph);
      const ids = ordered.map((node) => node.id);
      expect(ids.toSorted()).toEqual([...new Set(graph.map((node) => node.id))].toSorted());
      ordered.forEach(({ parentId }, i) => {
        if (parentId !== null) expect(ids.slice(0, i)).toContain(parentId);
      });
    }),
  );
});
