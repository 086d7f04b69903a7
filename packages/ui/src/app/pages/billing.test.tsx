// @vitest-environment happy-dom
import type { PageId } from '@parley/core';
import { expect, test, vi } from 'vitest';
import { renderWithClient } from '../../testing/render-with-client.tsx';
import type { PageProps } from '../page-props.ts';
import { Page } from './billing.tsx';

async function open(page: PageId<'billing'>) {
  const onLeave = vi.fn<PageProps['onLeave']>();
  const { press } = await renderWithClient(<Page page={page} onAuthenticate={() => {}} onLeave={onLeave} />, {
    account: {},
  });
  return { onLeave, press };
}

test('the browser does not return to a canceled payment', async () => {
  const { onLeave } = await open('payment-cancel');
  expect(onLeave).toHaveBeenCalledWith('/', { replace: true });
});

test.each([
  ['payment-success', ['/', { replace: true }]],
  ['pricing', ['/']],
] as const)('the close button of %s leads to the start of the product', async (page, target) => {
  const { onLeave, press } = await open(page);
  await press('Close');
  expect(onLeave.mock.calls).toEqual([target]);
});
