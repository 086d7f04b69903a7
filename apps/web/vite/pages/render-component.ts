import react from '@vitejs/plugin-react';
import { createElement, type ComponentType } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { runnerImport } from 'vite';
import { uiModule } from '../chunks/page-modules.ts';
import { translateMessages } from '../translate-messages.ts';

const SETTINGS = /<meta\s+name="parley"\s+content='([^']*)'/;

/** Returns a function that renders this export of a client module into HTML. */
export async function loadComponent<Props extends object>(
  path: string,
  name: string,
): Promise<(props: Props) => string> {
  const { module } = await runnerImport<Record<string, ComponentType<Props>>>(uiModule(path), {
    configFile: false,
    logLevel: 'error',
    plugins: [translateMessages(), react()],
  });
  const Component = module[name];
  if (!Component) throw new Error(`${path} does not export ${name}`);
  return (props) => renderToStaticMarkup(createElement(Component, props));
}

/** The settings in the document, which the prerendered pages show. */
export function settingsOf(html: string): unknown {
  return JSON.parse(SETTINGS.exec(html)?.[1] ?? '');
}

/** Puts a prerendered page into the document, as a template that boot.js may show. */
export function withTemplate(html: string, id: string, rendered: string): string {
  return html.replace(/(?=<div id="root">)/, () => `<template id="${id}"><div id="drawn">${rendered}</div></template>`);
}
