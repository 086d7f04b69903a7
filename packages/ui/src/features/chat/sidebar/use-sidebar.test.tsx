// @vitest-environment happy-dom
import { fireEvent, screen } from '@testing-library/react';
import { useRef } from 'react';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { renderWithClient } from '../../../testing/render-with-client.tsx';
import { useSidebar } from './use-sidebar.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

function Page() {
  const scrim = useRef<HTMLDivElement>(null);
  const { ref, menuRef, isOpen, isLeaving, open, close } = useSidebar(scrim);
  return (
    <>
      <button type="button" data-sidebar-toggle>
        Another page’s toggle
      </button>
      <button type="button" ref={menuRef} onClick={() => open()}>
        Open menu
      </button>
      {(isOpen || isLeaving) && (
        <aside ref={ref} inert={isLeaving}>
          <button type="button" data-sidebar-toggle onClick={close}>
            Close sidebar
          </button>
        </aside>
      )}
    </>
  );
}

test('a drawer takes the focus when it opens, returns it to its own menu button, and closes on Escape', async () => {
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener() {}, removeEventListener() {} }));
  const animations: EventTarget[] = [];
  HTMLElement.prototype.animate = () => {
    const animation = Object.assign(new EventTarget(), { cancel() {} });
    animations.push(animation);
    return animation as unknown as Animation;
  };
  // Test files of the same worker share the page.
  onTestFinished(() => void Reflect.deleteProperty(HTMLElement.prototype, 'animate'));
  const { press } = await renderWithClient(<Page />);
  await press('Open menu');
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Close sidebar' }));
  await press('Close sidebar');
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Open menu' }));
  // It slides out before it is gone.
  expect(document.querySelector('aside')?.inert).toBe(true);
  animations[0]?.dispatchEvent(new Event('finish'));
  expect(document.querySelector('aside')).toBeNull();
  await press('Open menu');
  fireEvent.keyDown(document.body, { key: 'Escape', isComposing: true });
  expect(document.querySelector('aside')?.inert).toBe(false);
  fireEvent.keyDown(document.body, { key: 'Escape' });
  expect(document.querySelector('aside')?.inert).toBe(true);
});
