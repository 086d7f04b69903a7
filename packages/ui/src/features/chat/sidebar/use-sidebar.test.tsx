// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { renderWithClient } from '../../../testing/render-with-client.tsx';
import { useSidebar } from './use-sidebar.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

function Page() {
  const { ref, menuRef, isOpen, open, close } = useSidebar();
  return (
    <>
      <button type="button" data-sidebar-toggle>
        Another page’s toggle
      </button>
      <button type="button" ref={menuRef} onClick={() => open()}>
        Open menu
      </button>
      {isOpen && (
        <aside ref={ref}>
          <button type="button" data-sidebar-toggle onClick={close}>
            Close sidebar
          </button>
        </aside>
      )}
    </>
  );
}

test('a drawer takes the focus when it opens and returns it to its own menu button', async () => {
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener() {}, removeEventListener() {} }));
  const { press } = await renderWithClient(<Page />);
  await press('Open menu');
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Close sidebar' }));
  await press('Close sidebar');
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Open menu' }));
});
