// @vitest-environment happy-dom
import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { expect, test, vi } from 'vitest';
import { Question } from '../../kit/reply/question.tsx';
import { Bar } from './bar.tsx';

const nothing = () => {};

test.each<[string, ReactNode, string]>([
  ['the question being answered', <Question key="q">How high is the tide?</Question>, 'How high is the tide?'],
  [
    'the file names of a question without text',
    <div key="q" data-question="" data-files="tide.png, moon.png" />,
    'tide.png, moon.png',
  ],
])('the bar shows %s once it has scrolled out of view', (_what, question, text) => {
  render(<div data-testid="turn">{question}</div>);
  const place = { notice: null, scrolled: true, question: screen.getByTestId('turn') };
  render(
    <Bar
      title="Tides"
      place={place}
      menuRef={{ current: null }}
      onBack={nothing}
      onMenu={nothing}
      onNewChat={nothing}
    />,
  );
  const back = screen.getByRole('button', { name: text });
  expect(back.getAttribute('data-tooltip')).toBe('Back to the question');
});

test('the bar offers Share where something can be shared', async () => {
  const place = { notice: null, scrolled: false, question: null };
  const onShare = vi.fn<() => void>();
  const all = { title: 'Tides', place, menuRef: { current: null }, onBack: nothing, onMenu: nothing };
  const { rerender } = render(<Bar {...all} onNewChat={nothing} onShare={onShare} />);
  await userEvent.click(screen.getByRole('button', { name: 'Share' }));
  expect(onShare).toHaveBeenCalledOnce();
  rerender(<Bar {...all} onNewChat={nothing} />);
  expect(screen.queryByRole('button', { name: 'Share' })).toBeNull();
});

test('the bar shows the title, and on phones the menu and a new chat', () => {
  render(
    <Bar
      title="Tides"
      place={{ notice: null, scrolled: false, question: null }}
      menuRef={{ current: null }}
      onBack={nothing}
      onMenu={nothing}
      onNewChat={nothing}
    />,
  );
  expect(screen.getByRole('heading', { level: 1, name: 'Tides' })).toBeDefined();
  expect(screen.getByRole('button', { name: 'Open menu' })).toBeDefined();
  expect(screen.getByRole('button', { name: 'New Chat' })).toBeDefined();
});
