// @vitest-environment happy-dom
import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { AdminBanner } from './admin-notices.tsx';

test('the banner says that an admin has the Premium features for testing', () => {
  render(<AdminBanner />);
  expect(screen.getByText('Admin Mode Active (Premium features unlocked for testing)')).toBeDefined();
});
