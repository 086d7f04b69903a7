import { AppleLogo } from '../../kit/icons/apple-logo.tsx';

interface IosSectionProps {
  productName: string;
  className: string;
  /** Class names for the content wrapper. */
  wrap: string;
}

/** Announces the iOS app and where it will be available. */
export function IosSection({ productName, className, wrap }: IosSectionProps) {
  return (
    <section className={className} aria-labelledby="ios-title">
      <div className={wrap}>
        <div>
          <h2 id="ios-title" className="text-2xl font-strong tracking-title">
            {productName} for iOS
          </h2>
          <p className="mt-2 text-[1.0625rem]/[1.625rem] text-pretty text-muted">
            The same conversations, in your pocket.
          </p>
        </div>
        <p className="flex shrink-0 flex-wrap items-center gap-4">
          <span className="inline-flex h-6 items-center gap-1.5 rounded-full bg-hover px-2.5 text-sm font-medium whitespace-nowrap text-muted before:size-1.5 before:rounded-full before:bg-current">
            Coming Soon
          </span>
          <a
            href="/ios"
            className="inline-flex h-12 items-center justify-center gap-2 rounded-sm bg-raised px-5 text-note font-medium whitespace-nowrap inset-shadow-edge transition-colors hover:bg-hover active:bg-active"
          >
            <AppleLogo />
            Download on App Store
          </a>
        </p>
      </div>
    </section>
  );
}
