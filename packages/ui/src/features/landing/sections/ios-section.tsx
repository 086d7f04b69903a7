import { AppleLogo } from '../../../kit/icons/apple-logo.tsx';
import { APP_LINK, AppRow, ComingSoon } from './app-row.tsx';

/** Announces the iOS app and where it will be available. */
export function IosSection({ productName }: { productName: string }) {
  return (
    <AppRow title={`${productName} for iOS`} text="The same conversations, in your pocket.">
      <ComingSoon />
      <a href="/ios" className={APP_LINK}>
        <AppleLogo />
        Download on App Store
      </a>
    </AppRow>
  );
}
