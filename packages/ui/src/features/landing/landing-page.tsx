import type { ProductSettings } from '@parley/core';
import { useEffect } from 'react';
import { Button } from '../../kit/controls/button.tsx';
import { SiteFooter } from '../../kit/layout/site-footer.tsx';
import { Wordmark } from '../../kit/icons/wordmark.tsx';
import { FeatureList } from './feature-list.tsx';
import { IosSection } from './ios-section.tsx';
import { Specimen } from './specimen.tsx';

const WRAP = 'mx-auto w-full max-w-300 px-5 md:px-8';
const BAND = 'border-t border-hairline';
const SECTION_TITLE = 'text-[2rem]/9 font-strong tracking-display text-balance md:text-3xl';
const CLOSING = 'flex flex-col items-start justify-between gap-8 md:flex-row md:items-center';

interface LandingPageProps {
  settings: ProductSettings;
  onSignIn: () => void;
  onRegister: () => void;
}

export function LandingPage({ settings, onSignIn, onRegister }: LandingPageProps) {
  const { productName, messagesLimit, windowHours, searchesWeb } = settings;
  useEffect(() => {
    if (location.hash === '#features') showFeatures();
  }, []);
  return (
    <div className="min-h-dvh bg-surface">
      <header className="bg-sunken">
        <div className={`${WRAP} flex h-16 items-center justify-between md:h-18`}>
          <Wordmark productName={productName} />
          <nav aria-label="Account" className="flex gap-2">
            <Button variant="quiet" onClick={onSignIn}>
              Sign In
            </Button>
            <Button onClick={onRegister}>Get Started</Button>
          </nav>
        </div>
      </header>
      <main>
        <div className="overflow-hidden bg-sunken">
          <section
            className={`${WRAP} grid items-start pt-8 md:max-lg:pt-6 lg:grid-cols-[minmax(0,5fr)_minmax(0,7fr)] lg:gap-16 lg:pt-12`}
          >
            <div>
              <h1 className="-ml-[3px] text-[2.75rem]/[2.875rem] font-strong tracking-display text-balance md:mt-4 md:text-4xl lg:mt-10">
                Answers worth reading.
              </h1>
              <p className="mt-4 max-w-104 text-[1.0625rem]/[1.6875rem] text-pretty text-muted md:mt-6 md:text-[1.1875rem]/[1.875rem] md:max-lg:max-w-136">
                {productName} is an AI assistant that thinks before it writes,{' '}
                {searchesWeb && 'searches the web when it helps, '}and makes every answer easy to read: clear, quick and
                calm.
              </p>
              <p className="mt-8 flex gap-2">
                <Button size="lg" className="max-md:flex-1" onClick={onRegister}>
                  Try for free
                </Button>
                <Button size="lg" variant="secondary" className="max-md:flex-1" onClick={showFeatures}>
                  Learn More
                </Button>
              </p>
              <p className="mt-4 mb-10 text-sm text-subtle md:max-lg:mb-12 lg:mb-16">
                {messagesLimit} messages every {windowHours} hours, free.
              </p>
            </div>
            <Specimen />
          </section>
        </div>
        <section id="features" className={`${BAND} py-16 md:py-24`} aria-labelledby="features-title">
          <div className={`${WRAP} grid gap-8 md:max-lg:gap-10 lg:grid-cols-[minmax(0,4fr)_minmax(0,8fr)] lg:gap-16`}>
            <h2 id="features-title" className={SECTION_TITLE}>
              Everything in one conversation.
            </h2>
            <FeatureList settings={settings} />
          </div>
        </section>
        <IosSection productName={productName} className={`${BAND} py-16`} wrap={`${WRAP} ${CLOSING}`} />
        <section className={`${BAND} bg-sunken py-16 md:py-24`}>
          <div className={`${WRAP} ${CLOSING}`}>
            <h2 className={SECTION_TITLE}>
              Ask your first question.
              <br />
              See how it reads.
            </h2>
            <Button size="lg" onClick={onRegister}>
              Get Started
            </Button>
          </div>
        </section>
      </main>
      <SiteFooter productName={productName} onFeatures={showFeatures} />
    </div>
  );
}

function showFeatures() {
  document.getElementById('features')?.scrollIntoView();
}
