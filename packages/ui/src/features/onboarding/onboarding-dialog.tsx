import { ONBOARDING_STEPS, t } from '@parley/core';
import { Dialog } from 'radix-ui';
import type { ComponentType, ReactNode } from 'react';
import { Button } from '../../kit/controls/button.tsx';
import { Scrim } from '../../kit/overlays/scrim.tsx';
import { useFocusReturn } from '../../kit/overlays/use-focus-return.ts';
import { useReach } from '../../stores/client.ts';
import { useOnboarding } from '../../stores/onboarding/use-onboarding.ts';
import { CurrentStep } from './steps/current-step.tsx';
import type { DemoReplyProps } from './steps/demo-step.tsx';
import { ProgressBar } from './progress-bar.tsx';
import '../../kit/all-utilities.css';

const DIALOG = [
  'flex h-[min(620px,calc(var(--visible-height)-32px))] w-full max-w-160 animate-rise flex-col overflow-hidden rounded-lg bg-raised',
  'shadow-dialog outline-none',
  'max-md:h-[calc(var(--visible-height)-24px)] max-md:max-w-none max-md:animate-sheet max-md:rounded-b-none',
].join(' ');

interface OnboardingDialogProps {
  /** Renders the demo's reply as the chat does. */
  Reply: ComponentType<DemoReplyProps>;
  /** Link to the billing portal, for users who already have a subscription. */
  manage: ReactNode;
  /** Finds what gets the focus afterwards if the element that had it is gone. */
  returnsTo: () => HTMLElement | null;
}

/**
 * The onboarding, one step at a time. Closing is permanent, so a press outside does not close it; Escape and 'Skip for
 * now' do.
 */
export function OnboardingDialog({ Reply, manage, returnsTo }: OnboardingDialogProps) {
  const step = useOnboarding((onboarding) => onboarding.step);
  const reason = useOnboarding((onboarding) => onboarding.reason);
  const close = useOnboarding((onboarding) => onboarding.close);
  const previous = useOnboarding((onboarding) => onboarding.previous);
  const returnFocus = useFocusReturn(returnsTo);
  const reach = useReach();
  const count = ONBOARDING_STEPS.length;
  const at = ONBOARDING_STEPS.findIndex(({ id }) => id === step) + 1;
  const where = t`Step ${at} of ${count}`;
  // At the limit it shows only the last step.
  const hasPrevious = at > 1 && reason !== 'limit';
  return (
    <Dialog.Root open onOpenChange={close}>
      <Dialog.Portal>
        <Scrim placement="sheet" onBack={hasPrevious ? previous : close}>
          <Dialog.Content
            aria-describedby={undefined}
            onOpenAutoFocus={(event) => event.preventDefault()}
            onCloseAutoFocus={returnFocus}
            onInteractOutside={(event) => event.preventDefault()}
            className={DIALOG}
          >
            <ProgressBar label={t`Onboarding`} min={1} max={count} value={at} text={where} className="h-0.5" />
            <div className="flex h-12 flex-none items-center justify-between pe-5 ps-8 text-sm text-subtle tabular-nums max-md:pe-2 max-md:ps-5">
              <p role="status">{where}</p>
              <Button variant="quiet" size="sm" onClick={close}>{t`Skip for now`}</Button>
            </div>
            {reach !== 'reached' && (
              <p role="status" className="flex-none bg-sunken px-8 py-2.5 text-sm text-muted max-md:px-5">
                {reach === 'offline' ? t`You’re offline.` : t`Can’t reach the server.`}{' '}
                {t`Your choices are saved here until you reconnect.`}
              </p>
            )}
            <CurrentStep step={step} Reply={Reply} manage={manage} />
          </Dialog.Content>
        </Scrim>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
