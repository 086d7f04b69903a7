// @vitest-environment happy-dom
import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { expect, test, vi } from 'vitest';

/** The process is interrupted while React wants to render: its turns of 5 ms are over before they begin. */
function interrupt(): void {
  let [time, calls] = [performance.now(), 0];
  vi.spyOn(performance, 'now').mockImplementation(() => (time += ++calls < 9 ? 6 : 0));
}

function Asking() {
  const [answer, setAnswer] = useState('none');
  const ask = async () => {
    await Promise.resolve();
    setAnswer('here');
    interrupt();
  };
  return <button onClick={() => void ask()}>{answer}</button>;
}

test('an event is over when its answer is rendered, even if the process is interrupted', async () => {
  render(<Asking />);
  await userEvent.setup({ delay: null }).click(screen.getByRole('button'));
  vi.mocked(performance.now).mockRestore();
  expect(screen.getByRole('button').textContent).toBe('here');
});
