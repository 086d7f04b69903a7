// @vitest-environment happy-dom
import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { Reasoning } from './reasoning.tsx';

const paragraphs = () => screen.getAllByRole('paragraph').map(({ textContent }) => textContent);
const isHeading = (text: string) => screen.getByText(text).tagName === 'B';

test('the heading of each part of a reasoning summary is set as one, even while it streams', () => {
  const { rerender } = render(<Reasoning text="**Weighing the optio" live />);
  expect(isHeading('Weighing the optio')).toBe(true);
  rerender(
    <Reasoning
      text={'**Weighing the options**\n\nOne is 2**3, the other **x** is not.\n\n**Deciding**\n\nThe first.'}
      live
    />,
  );
  expect(['Weighing the options', 'Deciding', 'The first.'].map(isHeading)).toEqual([true, true, false]);
  expect(paragraphs()).toEqual([
    'Weighing the options',
    'One is 2**3, the other **x** is not.',
    'Deciding',
    'The first.',
  ]);
});
