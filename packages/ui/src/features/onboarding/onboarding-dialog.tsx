import { ONBOARDING_STEPS } from '@parley/core';
import { Dialog } from 'radix-ui';
import type { ComponentType, ReactNode } from 'react';
import { Button } from '../../kit/controls/button.tsx';
import { Scrim } from '../../kit/overlays/scrim.tsx';
import { useFocusReturn } from '../../kit/overlays/use-focus-return.ts';
import { useReach } from '../../stores/client.ts';
import { useOnboarding } from '../../stores/onboarding/use-onboarding.ts';
import { CurrentStep } from './current-step.tsx';
import type { DemoReplyProps } from './demo-step.tsx';
import './onboarding.css';

interface OnboardingDialogProps {
  /** Renders the demo's reply as the chat does. */
  Reply: ComponentType<DemoReplyProps>;
  /** Link to the billing portal, for users who already have a subscription. */
  manage: ReactNode;
}

/**
 * The onboarding, one step at a time. Closing is permanent, so a press outside does not close it; Escape and 'Skip for
 * now' do.
 */
export function OnboardingDialog({ Reply, manage }: OnboardingDialogProps) {
  const step = useOnboarding((onboarding) => onboarding.step);
  const close = useOnboarding((onboarding) => onboarding.close);
  const returnFocus = useFocusReturn();
  const reach = useReach();
  const count = ONBOARDING_STEPS.length;
  const at = ONBOARDING_STEPS.findIndex(({ id }) => id === step) + 1;
  const where = `Step ${at} of ${count}`;
  return (
    <Dialog.Root open onOpenChange={close}>
      <Dialog.Portal>
        <Scrim placement="sheet">
          <Dialog.Content
            aria-describedby={undefined}
            onOpenAutoFocus={(event) => event.preventDefault()}
            onCloseAutoFocus={returnFocus}
            onInteractOutside={(event) => event.preventDefault()}
            className="onboarding animate-rise outline-none max-md:animate-sheet"
          >
            <div
              role="progressbar"
              aria-label="Onboarding"
              aria-valuemin={1}
              aria-valuemax={count}
              aria-valuenow={at}
              aria-valuetext={where}
              className="onboarding__bar"
            >
              <i style={{ width: `${(at / count) * 100}%` }} />
            </div>
            <div className="onboarding__top">
              <p role="status">{where}</p>
              <Button variant="quiet" size="sm" onClick={close}>
                Skip for now
              </Button>
            </div>
            {reach !== 'reached' && (
              <p role="status" className="onboarding__offline">
                {reach === 'offline' ? 'You’re offline.' : 'Can’t reach the server.'} Your choices are saved here until
                you reconnect.
              </p>
            )}
            <CurrentStep step={step} Reply={Reply} manage={manage} />
          </Dialog.Content>
        </Scrim>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
