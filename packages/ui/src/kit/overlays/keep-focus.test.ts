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

test('the section keeps the focus when the button is gone, and no earlier button takes it', async () => {
  document.body.innerHTML = '<section tabindex="-1"><button>Find</button><button>Done</button></section>';
  const [section] = document.getElementsByTagName('section');
  const [find, done] = document.getElementsByTagName('button');
  const stop = keepFocus(section!);
  const press = async (button: HTMLButtonElement) => {
    button.focus();
    button.disabled = true;
    await settled();
  };
  await press(find!);
  find!.disabled = false;
  await settled();
  expect(document.activeElement).toBe(find);
  find!.disabled = true;
  done!.focus();
  section!.focus();
  find!.disabled = false;
  await settled();
  expect(document.activeElement).toBe(section);
  await press(done!);
  done!.remove();
  await settled();
  expect(document.activeElement).toBe(section);
  stop?.();
});
