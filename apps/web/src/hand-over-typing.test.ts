// @vitest-environment happy-dom
import { expect, onTestFinished, test, vi } from 'vitest';
import { handOverTyping } from './hand-over-typing.ts';

test.each([
  ['moves into the box of the same user', true, 'A question'],
  ['is dropped before the box of another user', false, ''],
])('text typed in the shell of an expired session %s', async (_, isSame, text) => {
  vi.stubGlobal('matchMedia', () => ({ matches: true }));
  onTestFinished(() => void vi.unstubAllGlobals());
  document.body.innerHTML = '<textarea>A question</textarea><div id="root"><h1>Landing</h1></div>';
  const [shell, root] = [document.querySelector('textarea'), document.getElementById('root')];
  if (!shell || !root) return expect.fail('The page is not there.');
  handOverTyping(shell, root, false, () => isSame);
  shell.remove();
  root.innerHTML = '<main><textarea enterkeyhint="send"></textarea></main>';
  await new Promise((resolve) => setTimeout(resolve));
  expect(root.querySelector('textarea')?.value).toBe(text);
});
