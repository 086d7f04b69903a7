import { expect, it } from 'vitest';
import type { ReplyEvent } from './mode.ts';
import { SourceList } from './source-list.ts';

function sent(list: SourceList): string[][] {
  const lists: string[][] = [];
  list.emitChanges((event) => lists.push(event.type === 'sources' ? event.sources : []));
  return lists;
}

it('sends all pages when they have changed, cited ones before those only read', () => {
  const list = new SourceList();
  for (const page of ['a', 'b', 'c']) list.add(`https://${page}.example/`, false);
  expect(sent(list)).toEqual([['https://a.example/', 'https://b.example/', 'https://c.example/']]);
  expect(sent(list)).toEqual([]);
  list.citeLinksIn('See [2](https://c.example/) and [1](https://b.example/).');
  expect(sent(list)).toEqual([['https://c.example/', 'https://b.example/', 'https://a.example/']]);
});

it('sends an empty list once for pages that it cannot name, so that the reply shows that there were some', () => {
  const [searched, read] = [new SourceList(), new SourceList()];
  expect(sent(searched)).toEqual([]);
  searched.markSearched();
  read.number(`https://a.example/${'x'.repeat(3_000)}`, '');
  for (const list of [searched, read]) {
    expect(sent(list)).toEqual([[]]);
    list.markSearched();
    expect(sent(list)).toEqual([]);
    list.add('https://b.example/', true);
    expect(sent(list)).toEqual([['https://b.example/']]);
  }
});

it('leaves out a URL too long for a line of the stream', () => {
  const list = new SourceList();
  list.add(`https://a.example/${'x'.repeat(1_000_000)}`, true);
  list.add('https://b.example/', true);
  expect(sent(list)).toEqual([['https://b.example/']]);
});

it('keeps the order of the numbers that the model was given, and the titles of the pages', () => {
  const list = new SourceList();
  expect(list.number('https://a.example', 'About A ')).toBe(1);
  expect(list.number('https://b.example/', '')).toBe(2);
  expect(list.number('https://a.example', 'A again')).toBe(1);
  list.add('https://c.example/', true, 'About C');
  list.citeLinksIn('See [2](https://b.example/).');
  const events: ReplyEvent[] = [];
  list.emitChanges((event) => events.push(event));
  expect(events).toEqual([
    {
      type: 'sources',
      sources: ['https://a.example/', 'https://b.example/', 'https://c.example/'],
      titles: ['About A', '', 'About C'],
    },
  ]);
});
