import { expect, test } from 'vitest';
import type { ModelEvent } from '../model.ts';
import { DeltaNormalizer } from './normalize-deltas.ts';

function read(feed: (deltas: DeltaNormalizer) => void): string {
  const events: ModelEvent[] = [];
  const deltas = new DeltaNormalizer((event) => void events.push(event));
  feed(deltas);
  deltas.flush();
  return events.flatMap((event) => (event.type === 'reasoning' ? [event.delta] : [])).join('');
}

test('reasoning in tags after reasoning in a field begins a new paragraph', () => {
  const reasoning = read((deltas) => {
    deltas.reasoning('Pieces of three ');
    deltas.reasoning('characters.');
    deltas.text('<think>The mes');
    deltas.text('sage.</think>So.');
  });
  expect(reasoning).toBe('Pieces of three characters.\n\nThe message.');
});

test('reasoning after text begins a new paragraph', () => {
  const reasoning = read((deltas) => {
    deltas.reasoning('One.');
    deltas.text('So.');
    deltas.reasoning('Two');
    deltas.reasoning('.');
  });
  expect(reasoning).toBe('One.\n\nTwo.');
});
