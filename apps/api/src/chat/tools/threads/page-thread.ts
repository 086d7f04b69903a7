// Extracts title and text of the HTML in its data and posts them. page-reader.ts runs it in a thread of its own, because
// hostile HTML can keep a parser busy.

import { parentPort, workerData } from 'node:worker_threads';
import { Parser } from 'htmlparser2';
import type { ThreadOutcome } from './run-in-thread.ts';

const MAX_TEXT = 100_000;
const MAX_TITLE = 200;
/** Elements without text of the page's own. */
const SKIPPED = new Set('script style noscript template svg nav header footer aside iframe select button'.split(' '));
/** Elements whose header is content: it has the title, author and date of an article. */
const OWN = new Set(['article', 'main']);
/** Elements that continue a line. */
const INLINE = new Set('a abbr b bdi bdo cite code em i kbd mark q s small span strong sub sup time u var'.split(' '));

parentPort?.postMessage('ready');
parentPort?.postMessage({ value: textOf(String(workerData)) } satisfies ThreadOutcome<unknown>);

function textOf(html: string): { title: string; text: string } {
  let title = '';
  let text = '';
  let skipped = 0;
  let isTitle = false;
  let own = 0;
  const isSkipped = (name: string) => SKIPPED.has(name) && !(name === 'header' && own > 0);
  const parser = new Parser({
    onopentag(name) {
      if (isSkipped(name)) skipped++;
      if (OWN.has(name)) own++;
      if (name === 'title') isTitle = skipped === 0;
      if (!INLINE.has(name) && skipped === 0) text += '\n';
    },
    onclosetag(name) {
      if (isSkipped(name)) skipped--;
      if (OWN.has(name)) own--;
      if (name === 'title') isTitle = false;
      if (!INLINE.has(name) && skipped === 0) text += '\n';
    },
    ontext(part) {
      if (isTitle) title += title.length < MAX_TITLE ? part : '';
      else if (skipped === 0 && text.length < MAX_TEXT) text += part.slice(0, MAX_TEXT);
    },
  });
  parser.end(html);
  const lines = text.slice(0, MAX_TEXT).split('\n');
  return {
    title: oneLine(title).slice(0, MAX_TITLE),
    text: lines.map(oneLine).filter(Boolean).join('\n'),
  };
}

function oneLine(text: string): string {
  return text.split(/\s/).filter(Boolean).join(' ');
}
