import { expect, it } from 'vitest';
import { fit } from './fit.ts';

interface Shelf {
  name: string;
  books: { title: string; pages: number }[];
}
const shelf = (value: unknown) => fit<Shelf>(value, { name: '', books: [{ title: '', pages: 0 }] });
const book = { title: 'Tides', pages: 90 };

it('fit keeps unknown fields', () => {
  const value = { name: 'A', books: [{ ...book, color: 'blue' }], isNew: true };
  expect(shelf(value)).toEqual(value);
});

it.each([undefined, null])('a list that is %s is read as empty', (books) => {
  expect(shelf({ name: 'A', books })).toEqual({ name: 'A', books: [] });
});

it('fit leaves out invalid list items', () => {
  expect(shelf({ name: 'A', books: [book, { title: 'No pages' }, 7, null] }).books).toEqual([book]);
});

it.each([null, undefined, 7, 'text', [], {}, { name: 5 }, { name: 'A', books: 'none' }, { name: 'A', books: [7] }])(
  'fit rejects %j',
  (value) => {
    expect(() => shelf(value)).toThrow(TypeError);
  },
);

it('fit applies a function as its own check', () => {
  const color = (value: unknown) => (value === 'blue' ? 'blue' : 'gray');
  expect(fit<{ color: string }>({ color: 'beige' }, { color })).toEqual({ color: 'gray' });
});
