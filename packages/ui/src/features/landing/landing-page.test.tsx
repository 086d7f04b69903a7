import type { ProductSettings } from '@parley/core';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { LandingPage } from './landing-page.tsx';

const SETTINGS: ProductSettings = {
  productName: 'Parley',
  messagesLimit: 10,
  windowHours: 12,
  appleClientId: null,
  appleScriptUrl: null,
  sendsMail: true,
  takesPayments: true,
  searchesWeb: true,
  drawsPictures: true,
  verifiesFirst: false,
};
const nothing = () => {};
const draw = (settings: Partial<ProductSettings>) =>
  renderToStaticMarkup(<LandingPage settings={{ ...SETTINGS, ...settings }} onSignIn={nothing} onRegister={nothing} />);

it('the landing page advertises all six features of a fully configured server', () => {
  for (const text of ['Real-time web search', 'AI image generation', 'searches the web when it helps']) {
    expect(draw({})).toContain(text);
  }
  expect(draw({}).match(/<h3/g)).toHaveLength(6);
});

it('the landing page leaves out what the server is not configured for', () => {
  const withoutSearch = draw({ searchesWeb: false });
  expect(withoutSearch).not.toMatch(/web search|searches the web/i);
  expect(withoutSearch.match(/<h3/g)).toHaveLength(5);
  expect(draw({ drawsPictures: false })).not.toContain('AI image generation');
});
