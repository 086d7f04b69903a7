// @vitest-environment happy-dom
import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { LoadingScreen } from './loading-screen.tsx';

test('the loading screen names the product', () => {
  render(<LoadingScreen productName="Parley" />);
  expect(screen.getByRole('status').textContent).toBe('Loading Parley...');
});
