import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { createElement, type ComponentType } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { runnerImport, type Plugin } from 'vite';

const MODULE = new URL('features/landing/landing-page.tsx', import.meta.resolve('@parley/ui'));
const SETTINGS = /<meta\s+name="parley"\s+content='([^']*)'/;

interface LandingModule {
  LandingPage: ComponentType<{ settings: unknown; onSignIn: () => void; onRegister: () => void }>;
}

/**
 * Draws the landing page into the page itself, with the settings that stand in it, as a template that boot.js shows to
 * visitors: so it can be read before any of the client's scripts has come. The server takes it out where its settings
 * are others.
 */
export function prerenderLanding(): Plugin {
  return {
    name: 'parley:draw-landing',
    apply: 'build',
    transformIndexHtml: {
      order: 'pre',
      async handler(html) {
        const { module } = await runnerImport<LandingModule>(fileURLToPath(MODULE), {
          configFile: false,
          logLevel: 'error',
          plugins: [react()],
        });
        const settings: unknown = JSON.parse(SETTINGS.exec(html)?.[1] ?? '');
        const nothing = () => {};
        const page = createElement(module.LandingPage, { settings, onSignIn: nothing, onRegister: nothing });
        const drawn = `<template id="landing"><div id="drawn">${renderToStaticMarkup(page)}</div></template>`;
        return html.replace(/(?=<div id="root">)/, () => drawn);
      },
    },
  };
}
