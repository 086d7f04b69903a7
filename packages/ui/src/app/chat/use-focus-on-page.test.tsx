// @vitest-environment happy-dom
import { act, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { navigate } from 'wouter/use-browser-location';
import { renderWithClient } from '../../testing/render-with-client.tsx';
import { useFocusOnPage } from './use-focus-on-page.ts';

function Effects() {
  useFocusOnPage();
  return null;
}

const withPage = (title: string) => (
  <>
    <Effects />
    <main key={title}>
      <h1>{title}</h1>
      <button>Help</button>
    </main>
  </>
);

test.each(['/help', '/pricing'])('the title of %s has the focus once it has replaced the chat', async (path) => {
  const { show } = await renderWithClient(withPage('Tides'), { account: {} });
  screen.getByRole('button').focus();
  act(() => navigate(path));
  await show(withPage('Help center'));
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Help center'));
});

test('the title of a page leaves the focus where the page itself has put it', async () => {
  const { show } = await renderWithClient(withPage('Tides'), { account: {} });
  act(() => navigate('/help'));
  const field = <input ref={(input) => input?.focus()} />;
  await show(
    <>
      {withPage('Help center')}
      {field}
    </>,
  );
  await act(async () => {});
  expect(document.activeElement).toBe(screen.getByRole('textbox'));
});

test('the menu button of the next conversation has the focus if that of the last one had it', async () => {
  const chat = (title: string) => (
    <>
      <Effects />
      <main key={title}>
        <button data-sidebar-toggle>{title}</button>
      </main>
    </>
  );
  const { show } = await renderWithClient(chat('Tides'), { account: {} });
  screen.getByRole('button').focus();
  act(() => navigate('/c/moons'));
  await show(chat('Moons'));
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Moons' })));
});

test('the title of a conversation does not take the focus', async () => {
  const { show } = await renderWithClient(withPage('Tides'), { account: {} });
  act(() => navigate('/c/moons'));
  await show(withPage('Moons'));
  await act(async () => {});
  expect(document.activeElement).toBe(document.body);
});
