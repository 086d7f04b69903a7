import { plural, t } from '@parley/core';
import type { ProductSettings } from '@parley/core';
import type { ComponentType } from 'react';
import { Button } from '../../kit/controls/button.tsx';
import { SiteFooter } from '../../kit/layout/site-footer.tsx';
import { Wordmark } from '../../kit/icons/wordmark.tsx';
import type { LandingPartProps } from './landing-part-props.ts';

const WRAP = 'mx-auto w-full max-w-300 px-5 md:px-8';

interface LandingPageProps {
  settings: ProductSettings;
  onSignIn: () => void;
  onRegister: () => void;
  /** The page below the title: lazily loaded, or all at once where it is prerendered. */
  Rest: ComponentType<LandingPartProps>;
}

export function LandingPage({ settings, onSignIn, onRegister, Rest }: LandingPageProps) {
  const { productName, messagesLimit, windowHours, searchesWeb, brand } = settings;
  const { title = t`Answers worth reading.`, lead } = brand?.landing ?? {};
  // As `howOften` does, whose chunk would be one more request here.
  const often =
    windowHours === 1 ? t`every hour` : plural(windowHours)`every ${windowHours} hour|every ${windowHours} hours`;
  return (
    <div className="min-h-dvh bg-surface wrap-anywhere">
      <header className="bg-sunken">
        <div
          className={`${WRAP} flex min-h-16 flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3 md:min-h-18`}
        >
          <Wordmark productName={productName} />
          <nav aria-label={t`Account`} className="flex flex-wrap gap-2">
            <Button variant="quiet" onClick={onSignIn}>{t`Sign In`}</Button>
            <Button onClick={onRegister}>{t`Get Started`}</Button>
          </nav>
        </div>
      </header>
      <main>
        <div className="bg-sunken">
          <section className={`${WRAP} pt-8 pb-8 md:pb-10 lg:pt-12`}>
            <div className="grid items-end lg:grid-cols-[minmax(0,7fr)_minmax(0,5fr)] lg:gap-16">
              <h1 className="-ms-[3px] font-title text-[min(2.75rem,19vw)]/[1.045] font-strong tracking-display text-balance md:text-4xl">
                <bdi>{title}</bdi>
              </h1>
              <div>
                <p className="mt-4 max-w-136 text-[1.0625rem]/[1.6875rem] text-pretty text-muted md:mt-6">
                  {(lead && <bdi>{lead}</bdi>) ??
                    (searchesWeb
                      ? t`${productName} is an AI assistant that thinks before it writes, searches the web when it helps, and makes every answer easy to read: clear, quick and calm.`
                      : t`${productName} is an AI assistant that thinks before it writes, and makes every answer easy to read: clear, quick and calm.`)}
                </p>
                <p className="mt-6 flex flex-wrap gap-2">
                  <Button size="lg" className="max-md:grow" onClick={onRegister}>{t`Try for free`}</Button>
                  <Button
                    size="lg"
                    variant="secondary"
                    className="max-md:grow"
                    onClick={showFeatures}
                  >{t`Learn More`}</Button>
                </p>
                <p className="mt-4 text-sm text-subtle">
                  {plural(
                    messagesLimit,
                  )`${messagesLimit} message ${often}, free.|${messagesLimit} messages ${often}, free.`}
                </p>
              </div>
            </div>
          </section>
        </div>
        <Rest settings={settings} onRegister={onRegister} />
      </main>
      <SiteFooter productName={productName} onFeatures={showFeatures} />
    </div>
  );
}

function showFeatures() {
  const features = document.getElementById('features');
  features?.scrollIntoView();
  // Tab and screen readers go on from there.
  features?.focus({ preventScroll: true });
}
