// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { keepFocus } from './keep-focus.ts';

const settled = () => new Promise((resolve) => setTimeout(resolve));

test('the dialog has the focus while the focused button is disabled, and the button has it again afterwards', async () => {
  document.body.innerHTML = '<div role="dialog" tabindex="-1"><button>Save</button><button>Other</button></div>';
  const [dialog] = document.getElementsByTagName('div');
  const [save, other] = document.getElementsByTagName('button');
  const stop = keepFocus(dialog!);
  save!.focus();
  save!.disabled = true;
  await settled();
  expect(document.activeElement).toBe(dialog);
  save!.disabled = false;
  await settled();
  expect(document.activeElement).toBe(save);
  save!.disabled = true;
  await settled();
  other!.focus();
  save!.disabled = false;
  await settled();
  expect(document.activeElement).toBe(other);
  stop?.();
});
