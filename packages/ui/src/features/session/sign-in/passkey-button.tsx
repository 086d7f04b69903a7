import { t } from '@parley/core';
import { Button } from '../../../kit/controls/button.tsx';
import { Icon } from '../../../kit/icons/icon.tsx';
import { PasskeyIcon } from '../../../kit/icons/icons.ts';

interface PasskeyButtonProps {
  isBusy: boolean;
  isDisabled: boolean;
  onPress: () => void;
}

/** Signs in with a passkey of the user's device; the browser lets them choose which. */
export function PasskeyButton({ isBusy, isDisabled, onPress }: PasskeyButtonProps) {
  return (
    <Button variant="secondary" size="field" disabled={isDisabled} onClick={onPress}>
      {isBusy ? (
        t`Processing...`
      ) : (
        <>
          <Icon icon={PasskeyIcon} size="sm" />
          {t`Passkey`}
        </>
      )}
    </Button>
  );
}
