import { expect, test } from 'vitest';
import { showProgress } from './progress.ts';

function watch(isTTY: boolean) {
  const written: string[] = [];
  let time = 0;
  const progress = showProgress({ isTTY, write: (text) => written.push(text) }, () => time);
  return { written, progress, pass: (ms: number) => (time += ms) };
}

test('a terminal shows a bar, updated a few times a second, and keeps a line at the end', () => {
  const { written, progress, pass } = watch(true);
  progress.begin('Copying messages', 2000);
  progress.advance(500);
  pass(500);
  progress.advance(500);
  progress.advance(1000);
  pass(500);
  progress.end();
  expect(written).toStrictEqual([
    `\r\u001B[KCopying messages ${'░'.repeat(24)} 0% (0 of 2,000, 0 a second)`,
    `\r\u001B[KCopying messages ${'█'.repeat(12)}${'░'.repeat(12)} 50% (1,000 of 2,000, 2,000 a second)`,
    '\r\u001B[KCopying messages: 2,000 of 2,000, 2,000 a second\n',
  ]);
});

test('a failure leaves the bar in place, and prints nothing without one', () => {
  const { written, progress } = watch(true);
  progress.fail();
  progress.begin('Copying messages', 2);
  progress.fail();
  progress.begin('Copying files', 1);
  progress.end();
  progress.fail();
  expect(written.map((text) => text.replace(/.*[░█] /s, '| '))).toStrictEqual([
    '| 0% (0 of 2, 0 a second)',
    '\n',
    '| 0% (0 of 1, 0 a second)',
    '\r\u001B[KCopying files: 0 of 1, 0 a second\n',
  ]);
});

test('other outputs get plain lines: at the end of a step, and every ten seconds of a long one', () => {
  const { written, progress, pass } = watch(false);
  progress.begin('Copying sessions', 0);
  progress.end();
  progress.begin('Copying messages', 300);
  for (let n = 0; n < 3; n++) {
    pass(6000);
    progress.advance(100);
  }
  progress.end();
  progress.say('Done.');
  expect(written).toStrictEqual([
    'Copying messages: 200 of 300, 17 a second\n',
    'Copying messages: 300 of 300, 17 a second\n',
    'Done.\n',
  ]);
});
