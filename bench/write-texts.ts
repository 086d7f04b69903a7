import { writeSample } from './markdown/sample.ts';

/** Writes messages and replies of one or two kilobytes, including lists, code and tables. */
export function writeTexts(count: number): string[] {
  const blocks = writeSample(count, 'ts').split('\n\n');
  const texts: string[] = [];
  for (let block = 0; texts.length < count;) {
    texts.push(`What about part ${texts.length / 2 + 1}?`);
    let answer = '';
    while (answer.length < 1200) answer += `${blocks[block++ % blocks.length]}\n\n`;
    texts.push(answer.trim());
  }
  return texts;
}
