import { t } from '@parley/core';
import type { ProductSettings } from '@parley/core';
import { BrowserIcon } from '../../../kit/icons/icons.ts';
import { AppleLogo } from '../../../kit/icons/apple-logo.tsx';
import { Button } from '../../../kit/controls/button.tsx';
import { Icon } from '../../../kit/icons/icon.tsx';
import { ProviderButtons } from '../providers/provider-buttons.tsx';

interface BrowserSignInButtonsProps {
  hasApple: boolean;
  providers: NonNullable<ProductSettings['signInProviders']>;
  isDisabled: boolean;
  onBegin: () => void;
}

/** Buttons that sign in through the system's browser; all open the same page there. */
export function BrowserSignInButtons({ hasApple, providers, isDisabled, onBegin }: BrowserSignInButtonsProps) {
  return (
    <>
      {hasApple && (
        <Button variant="secondary" size="field" disabled={isDisabled} onClick={onBegin}>
          <AppleLogo />
          Apple
        </Button>
      )}
      <ProviderButtons providers={providers} busy={null} isDisabled={isDisabled} onPress={onBegin} />
      <Button variant="secondary" size="field" disabled={isDisabled} onClick={onBegin}>
        <Icon icon={BrowserIcon} size="sm" />
        {t`Continue in your browser`}
      </Button>
    </>
  );
}
