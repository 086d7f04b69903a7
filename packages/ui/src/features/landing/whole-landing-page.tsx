import type { ComponentProps } from 'react';
import { LandingPage } from './landing-page.tsx';
import { LandingRest } from './landing-rest.tsx';

/** The landing page with all its parts at once. The build prerenders it. */
export function WholeLandingPage(props: Omit<ComponentProps<typeof LandingPage>, 'Rest'>) {
  return <LandingPage {...props} Rest={LandingRest} />;
}
