import { expect, it } from 'vitest';
import { BoundedText, MAX_CHARACTERS } from './bounded-text.ts';

it('the sentence that names what is left out is short, whatever the names of the parts', async () => {
  const names = Array.from({ length: 30 }, () => 'x'.repeat(780_000));
  const { text, isCut } = await new BoundedText().readWhole((bounded) => {
    bounded.setParts(names);
    bounded.startPart(0, 'sheet');
    bounded.write('word '.repeat(MAX_CHARACTERS));
  });
  expect(isCut).toBe(true);
  expect(text.length).toBeLessThan(MAX_CHARACTERS + 5_000);
});
