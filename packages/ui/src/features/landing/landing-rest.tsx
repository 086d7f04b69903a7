import { t } from '@parley/core';
import { useEffect } from 'react';
import { Button } from '../../kit/controls/button.tsx';
import type { LandingPartProps } from './landing-part-props.ts';
import { DesktopSection } from './sections/desktop-section.tsx';
import { FeatureList } from './sections/feature-list.tsx';
import { IosSection } from './sections/ios-section.tsx';
import { PriceList } from './sections/price-list.tsx';
import { QuestionList } from './sections/question-list.tsx';
import { OwnPicture } from './sections/own-picture.tsx';
import { Section } from './sections/section.tsx';
import { Showcase } from './showcase/showcase.tsx';

/** The landing page below the title. Loaded lazily. */
export function LandingRest({ settings, onRegister }: LandingPartProps) {
  const { productName, downloads, brand } = settings;
  const { picture, closing } = brand?.landing ?? {};
  // The browser looked for the section of the address before this had loaded.
  useEffect(() => document.getElementById(location.hash.slice(1))?.scrollIntoView(), []);
  return (
    <div data-rest>
      <div className="bg-sunken">
        <div className="mx-auto w-full max-w-300 px-5 pb-12 md:px-8 md:pb-16 lg:pb-20">
          {picture ? <OwnPicture {...picture} /> : <Showcase settings={settings} />}
        </div>
      </div>
      <Section id="features" title={t`Everything in one conversation.`}>
        <FeatureList settings={settings} />
      </Section>
      <Section id="apps" title={t`On every screen you use.`}>
        <ul className="grid">
          <DesktopSection productName={productName} downloads={downloads} />
          <IosSection productName={productName} />
        </ul>
      </Section>
      <Section id="prices" title={t`Free to start.`}>
        <PriceList settings={settings} />
      </Section>
      <Section id="questions" title={t`Questions and answers.`}>
        <QuestionList settings={settings} />
      </Section>
      <section className="border-t border-hairline bg-sunken py-16 md:py-24">
        <div className="mx-auto flex w-full max-w-300 flex-col items-start justify-between gap-8 px-5 md:flex-row md:items-center md:px-8">
          <h2 className="text-[2rem]/9 font-strong tracking-display text-balance md:text-3xl">
            {(closing && <bdi>{closing}</bdi>) ?? (
              <>
                {t`Ask your first question.`}
                <br />
                {t`See how it reads.`}
              </>
            )}
          </h2>
          <Button size="lg" onClick={onRegister}>{t`Get Started`}</Button>
        </div>
      </section>
    </div>
  );
}
