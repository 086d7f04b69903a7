import { afterEach, expect, it } from 'vitest';
import { contextId, inContext, setTranslator, t } from './translate.ts';

afterEach(() => setTranslator(null));

it('translates a text by its context, and reads English without one', () => {
  const texts = () => [t`Read ${2}`, inContext('what the assistant does')`Read ${2}`, inContext('a mark')`Read ${2}`];
  expect(texts()).toEqual(['Read 2', 'Read 2', 'Read 2']);
  const messages = new Map([
    ['Read {0}', 'Lies {0}'],
    [contextId('what the assistant does', 'Read {0}'), '{0} lesen'],
  ]);
  setTranslator({ message: (id) => messages.get(id), plural: () => undefined });
  expect(texts()).toEqual(['Lies 2', '2 lesen', 'Read 2']);
});
