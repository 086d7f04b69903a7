import type { Plugin } from 'vite';
import { loadComponent, settingsOf, withTemplate } from './render-component.ts';

interface LandingProps {
  settings: unknown;
  onSignIn: () => void;
  onRegister: () => void;
}

/**
 * Prerenders the landing page into the HTML with the settings it contains, as a template that boot.js shows to
 * visitors before any client script has loaded. The server removes it if its settings differ.
 */
export function prerenderLanding(): Plugin {
  return {
    name: 'parley:draw-landing',
    apply: 'build',
    transformIndexHtml: {
      order: 'pre',
      async handler(html) {
        const render = await loadComponent<LandingProps>('features/landing/whole-landing-page.tsx', 'WholeLandingPage');
        const nothing = () => {};
        const rendered = render({ settings: settingsOf(html), onSignIn: nothing, onRegister: nothing });
        return withTemplate(html, 'landing', rendered);
      },
    },
  };
}
