import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { createElement, type ComponentType } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { runnerImport, type Plugin } from 'vite';

const MODULE = new URL('features/landing/whole-landing-page.tsx', import.meta.resolve('@parley/ui'));
const SETTINGS = /<meta\s+name="parley"\s+content='([^']*)'/;

interface LandingModule {
  WholeLandingPage: ComponentType<{ settings: unknown; onSignIn: () => void; onRegister: () => void }>;
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
        const { module } = await runnerImport<LandingModule>(fileURLToPath(MODULE), {
          configFile: false,
          logLevel: 'error',
          plugins: [react()],
        });
        const settings: unknown = JSON.parse(SETTINGS.exec(html)?.[1] ?? '');
        const nothing = () => {};
        const page = createElement(module.WholeLandingPage, { settings, onSignIn: nothing, onRegister: nothing });
        const drawn = `<template id="landing"><div id="drawn">${renderToStaticMarkup(page)}</div></template>`;
        return html.replace(/(?=<div id="root">)/, () => drawn);
      },
    },
  };
}
