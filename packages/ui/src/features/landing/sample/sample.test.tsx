// @vitest-environment happy-dom
import { render, screen } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { Sample } from './sample.tsx';

beforeEach(() => {
  vi.stubGlobal('matchMedia', () => ({ matches: true, addEventListener() {}, removeEventListener() {} }));
});

test('the reasoning is folded once the answer has begun, so that no line is cut at rest', async () => {
  render(<Sample />);
  const button = await screen.findByRole('button', { name: 'Show Reasoning' });
  expect(button.getAttribute('aria-expanded')).toBe('false');
});
