import { spokenNames, spokenPicture, spokenSymbols } from '@parley/core';

/**
 * Whether a sentence is read from this reply: its letters are the reply's, one after another. Markup, punctuation, the
 * targets of links, and the words that reading adds do not count. Keeps the speech service from speaking other texts.
 */
export function isPartOf(sentence: string, markdown: string): boolean {
  if (Object.values(spokenNames()).includes(sentence)) return true;
  const [before = ''] = spokenPicture('\n').split('\n');
  const spoken = lettersOf(sentence.startsWith(before) ? sentence.slice(before.length) : sentence);
  return spoken !== '' && lettersOf(withoutTargets(markdown)).includes(spoken);
}

function withoutTargets(markdown: string): string {
  return markdown
    .replaceAll(/\]\((?:[^()\s]|\([^()\s]*\))*\)|\[\^[^[\]\s]*\]/g, '')
    .replaceAll(/https?:\/\/([^\s/)>\]]+)[^\s)>\]]*/g, '$1');
}

function lettersOf(text: string): string {
  const symbols = Object.values(spokenSymbols()).map((words) => ` ${words} `);
  const words = new RegExp(symbols.join('|'), 'gi');
  return text
    .replaceAll(words, ' ')
    .replaceAll(/[^\p{L}\p{N}]/gu, '')
    .toLowerCase();
}
