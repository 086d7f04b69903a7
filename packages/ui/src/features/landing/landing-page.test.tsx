import { PLANS, type ProductSettings } from '@parley/core';
import { TEST_SETTINGS } from '@parley/core/test-settings';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { WholeLandingPage } from './whole-landing-page.tsx';

const SETTINGS: ProductSettings = { ...TEST_SETTINGS, readsAloud: true };
const nothing = () => {};
const draw = (settings: Partial<ProductSettings>) =>
  renderToStaticMarkup(
    <WholeLandingPage settings={{ ...SETTINGS, ...settings }} onSignIn={nothing} onRegister={nothing} />,
  );
const count = (html: string, pattern: RegExp) => html.match(pattern)?.length ?? 0;
const SCENE = /aria-pressed/g;
const FEATURE = /<h3[^>]*><svg/g;

it('the landing page advertises everything that a fully configured server offers', () => {
  const page = draw({});
  for (const text of ['Real-time web search', 'AI image generation', 'searches the web when it helps', 'Search mode']) {
    expect(page).toContain(text);
  }
  expect(count(page, FEATURE)).toBe(6);
  expect(count(page, SCENE)).toBe(5);
  for (const { dollars } of PLANS) expect(page).toContain(`>$${dollars}<`);
});

it('the landing page of a server without a search mentions none', () => {
  const page = draw({ searchesWeb: false });
  expect(page).not.toMatch(/web search|searches the web|search mode|>Search</i);
  expect(count(page, FEATURE)).toBe(5);
  expect(count(page, SCENE)).toBe(4);
});

it('the landing page of a server without an image model mentions no images', () => {
  const page = draw({ drawsPictures: false });
  expect(page).not.toMatch(/AI image generation|>Draw<|>Image<|Lighthouse/);
  expect(count(page, SCENE)).toBe(4);
});

it('the landing page of a server that sells nothing has the free plan only', () => {
  const page = draw({ takesPayments: false });
  expect(page).not.toMatch(/Premium|\$(?!0<)\d/);
  expect(page).toContain('>$0<');
});

it('the landing page of a server with plans of the operator’s own names no currency, which may be another', () => {
  const page = draw({ sellsOwnPlans: true });
  expect(page).toContain('10 messages every 12 hours');
  expect(page).not.toMatch(/\$\d/);
});
