// @vitest-environment happy-dom
import { render, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { BelowButton } from './below-button.tsx';

test.each([
  ['button', 'Scroll to bottom'],
  ['New content available below', 'New content available below'],
])('the notice %j is a button named %j', (notice, name) => {
  const onClick = vi.fn<() => void>();
  render(<BelowButton notice={notice} onClick={onClick} />);
  screen.getByRole('button', { name }).click();
  expect(onClick).toHaveBeenCalledOnce();
});
