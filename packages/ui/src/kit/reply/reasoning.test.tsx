// @vitest-environment happy-dom
import { render, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { Reasoning } from './reasoning.tsx';

test('reasoning is set as Markdown, each part under its heading, even while it streams', async () => {
  const { rerender } = render(<Reasoning text="**Weighing the optio" live />);
  expect((await screen.findByText('Weighing the optio')).tagName).toBe('STRONG');
  rerender(
    <Reasoning text={'**Weighing**\n\nOne is `2**3`.\n\n- a\n- b\n\n**Deciding**\n\nThe first.'} live={false} />,
  );
  await waitFor(() => expect(screen.getByText('Deciding').tagName).toBe('STRONG'));
  expect(screen.getByText('2**3').tagName).toBe('CODE');
  expect(screen.getAllByRole('listitem')).toHaveLength(2);
  expect(screen.getByText('The first.').tagName).toBe('P');
});

test('reasoning shows its duration beside the label once it is over', () => {
  const { rerender } = render(<Reasoning text="Hm" live />);
  screen.getByRole('button', { name: 'Reasoning...' });
  rerender(<Reasoning text="Hm" live={false} durationMs={12_300} />);
  expect(screen.getByRole('button', { name: 'Hide Reasoning' }).nextElementSibling?.textContent).toBe('12 s');
  rerender(<Reasoning text="Hm" live={false} />);
  expect(screen.queryByText('12 s')).toBeNull();
});
