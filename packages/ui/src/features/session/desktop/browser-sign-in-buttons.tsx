import { BrowserIcon } from '../../../kit/icons/icons.ts';
import { AppleLogo } from '../../../kit/icons/apple-logo.tsx';
import { Button } from '../../../kit/controls/button.tsx';
import { Icon } from '../../../kit/icons/icon.tsx';
import { OrContinueWith } from '../sign-in/or-continue-with.tsx';

interface BrowserSignInButtonsProps {
  hasApple: boolean;
  isDisabled: boolean;
  onBegin: () => void;
}

/** Buttons that sign in through the system's browser; both open the same page there. */
export function BrowserSignInButtons({ hasApple, isDisabled, onBegin }: BrowserSignInButtonsProps) {
  return (
    <>
      <OrContinueWith />
      <div className="mt-4 grid gap-3">
        {hasApple && (
          <Button variant="secondary" size="field" disabled={isDisabled} onClick={onBegin}>
            <AppleLogo />
            Apple
          </Button>
        )}
        <Button variant="secondary" size="field" disabled={isDisabled} onClick={onBegin}>
          <Icon icon={BrowserIcon} size="sm" />
          Continue in your browser
        </Button>
      </div>
    </>
  );
}
