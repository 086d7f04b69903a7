// @vitest-environment happy-dom
import type { PageId } from '@parley/core';
import { afterEach, expect, test, vi } from 'vitest';
import { mountBilling, type MountedBilling } from '../../features/billing/testing/mounted-billing.tsx';
import type { PageProps } from '../page-props.ts';
import { Page } from './billing.tsx';

let mounted: MountedBilling;
afterEach(() => mounted.unmount());

async function open(page: PageId<'billing'>) {
  const onLeave = vi.fn<PageProps['onLeave']>();
  mounted = await mountBilling(<Page page={page} onAuthenticate={() => {}} onLeave={onLeave} />);
  return onLeave;
}

test('the browser does not return to a canceled payment', async () => {
  const onLeave = await open('payment-cancel');
  expect(onLeave).toHaveBeenCalledWith('/', { replace: true });
});

test.each([
  ['payment-success', ['/', { replace: true }]],
  ['pricing', ['/']],
] as const)('the close button of %s leads to the start of the product', async (page, target) => {
  const onLeave = await open(page);
  await mounted.press('Close');
  expect(onLeave.mock.calls).toEqual([target]);
});
