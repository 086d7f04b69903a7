import { type ProductSettings, t } from '@parley/core';
import { Button } from '../../../kit/controls/button.tsx';
import { GoogleLogo } from '../../../kit/icons/google-logo.tsx';

interface ProviderButtonsProps {
  providers: NonNullable<ProductSettings['signInProviders']>;
  /** The provider whose page is about to open; null if none is. */
  busy: string | null;
  isDisabled: boolean;
  onPress: (provider: string) => void;
}

/** A button for each OpenID Connect provider of this server. */
export function ProviderButtons({ providers, busy, isDisabled, onPress }: ProviderButtonsProps) {
  return providers.map(({ id, name }) => (
    <Button key={id} variant="secondary" size="field" disabled={isDisabled} onClick={() => onPress(id)}>
      {busy === id ? (
        t`Processing...`
      ) : (
        <>
          {id === 'google' && <GoogleLogo />}
          {name}
        </>
      )}
    </Button>
  ));
}
