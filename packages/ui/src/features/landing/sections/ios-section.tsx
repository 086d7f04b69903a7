import { t } from '@parley/core';
import { AppleLogo } from '../../../kit/icons/apple-logo.tsx';
import { APP_LINK, AppRow, ComingSoon } from './app-row.tsx';

/** Announces the iOS app and where it will be available. */
export function IosSection({ productName }: { productName: string }) {
  return (
    <AppRow title={t`${productName} for iOS`} text={t`The same conversations, in your pocket.`}>
      <ComingSoon />
      <a href="/ios" className={APP_LINK}>
        <AppleLogo />
        {t`Download on App Store`}
      </a>
    </AppRow>
  );
}
