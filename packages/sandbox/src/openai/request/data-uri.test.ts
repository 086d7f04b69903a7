import { execFileSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { readDataUri } from './data-uri.ts';

it.each([
  ['data:text/plain;base64,SGk=', 'Hi'],
  ['data:text/plain;charset=utf-8;base64,SGk', 'Hi'],
  ['data:text/plain;base64,', undefined],
  ['data:text/plain;base64,=', undefined],
  ['data:text/plain;base64,SG=k', undefined],
  ['data:text/plain;base64,SGk===', undefined],
  ['data:text/plain;base64,S Gk', undefined],
  ['data:text/plain,Hi', undefined],
  ['SGk=', undefined],
])('%s is read as %j', (written, text) => {
  expect(readDataUri(written)?.bytes.toString()).toBe(text);
});

it('a file of megabytes is read in a process that no longer optimizes regular expressions', () => {
  const script = `
    import { readDataUri } from ${JSON.stringify(new URL('./data-uri.ts', import.meta.url).href)};
    process.stdout.write(String(readDataUri('data:application/pdf;base64,' + 'A'.repeat(12_000_000)).bytes.length));
  `;
  const flags = ['--no-regexp-optimization', '--input-type=module', '--eval', script];
  expect(execFileSync(process.execPath, flags, { encoding: 'utf8' })).toBe('9000000');
});
