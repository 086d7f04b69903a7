import { expect, test } from 'vitest';
import { demoReply } from './assistant/assistant.ts';
import { titleReply } from './assistant/title.ts';
import { citations } from './reply/citations.ts';
import { splitDocuments } from './request/wrapped-documents.ts';

const SIZE = 200_000;

const fill = (piece: string) => piece.repeat(SIZE / piece.length);

test.each([
  ['unclosed document tags', fill('<document>')],
  ['half-open document tags', fill('<document ')],
  ['truncation notes', `<document name="a">${fill('[cut: ')}</document>`],
  ['brackets', fill('[')],
  ['links', fill('[a](')],
  ['spaces', `<document name="a">A.${fill(' ')}b</document>`],
  ['closing brackets in documents', `<document name="a">A.${fill(')')} b</document> b`],
  ['question marks', `count words: ${fill('?')}x`],
  ['blanks', `days between ${fill(' ')}x`],
  ['ambiguous words', fill('stop add ')],
  ['lines of a long document', `<document name="a">${fill('All is well, said the keeper. ')}</document> keeper`],
])('%s of 200 KB are processed without delay', (_, text) => {
  const messages = [{ role: 'user' as const, text, attachments: [] }];
  const began = process.cpuUsage();
  splitDocuments(text);
  citations(text);
  titleReply(messages);
  demoReply({ messages, now: 0, productName: 'Lantern' });
  expect(process.cpuUsage(began).user / 1000).toBeLessThan(1500);
});
