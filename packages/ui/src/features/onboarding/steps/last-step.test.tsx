// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { Dialog } from 'radix-ui';
import { expect, test } from 'vitest';
import { renderWithClient } from '../../../testing/render-with-client.tsx';
import { LastStep } from './last-step.tsx';

test.each([
  [6, 1, 'Free gives you 6 messages every hour. Premium is unlimited.'],
  [1, 12, 'Free gives you 1 message every 12 hours. Premium is unlimited.'],
])(
  'the last step says how often %d messages are free with a window of %d h',
  async (messagesLimit, windowHours, words) => {
    const settings = { messagesLimit, windowHours, takesPayments: false };
    const step = (
      <Dialog.Root open>
        <Dialog.Content aria-describedby={undefined}>
          <LastStep limit={null} manage={null} onPrevious={() => {}} onClose={() => {}} />
        </Dialog.Content>
      </Dialog.Root>
    );
    await renderWithClient(step, { settings, account: {} });
    expect(screen.getByText(words)).toBeDefined();
  },
);
