import { expect, it } from 'vitest';
import { describeProduct, robotsText, shareTags, sitemapText } from './site-metadata.ts';

const everything = { productName: 'Parley', searchesWeb: true, drawsPictures: true };

it.each([
  [{}, 'Parley is an AI chat assistant that thinks hard questions through, searches the web and creates images.'],
  [{ searchesWeb: false }, 'Parley is an AI chat assistant that thinks hard questions through and creates images.'],
  [{ drawsPictures: false }, 'Parley is an AI chat assistant that thinks hard questions through and searches the web.'],
  [
    { productName: 'Harbour', searchesWeb: false, drawsPictures: false },
    'Harbour is an AI chat assistant that thinks hard questions through.',
  ],
])('the description for %o names only what the server is configured for', (settings, sentence) => {
  expect(describeProduct({ ...everything, ...settings })).toBe(`${sentence} Start for free.`);
});

it('the share tags of the product with a picture have its absolute address and size', () => {
  const page = { title: 'T', description: 'D', url: 'https://parley.example:8443/help' };
  const tags = shareTags({ productName: 'Parley', ...page });
  expect(tags).toContain('<meta property="og:image" content="https://parley.example:8443/share.png" />');
  expect(tags).toContain('<meta property="og:image:width" content="1200" />');
  expect(tags).toContain('<meta name="twitter:card" content="summary_large_image" />');
  expect(shareTags({ productName: 'Harbour', ...page })).not.toContain('share.png');
});

it.each(['"><script>alert(1)</script>', "O'Brien & Söhne", '$& $1 <b>'])(
  'a product named %s cannot leave its tag',
  (name) => {
    const tags = shareTags({ productName: name, title: name, description: name, url: 'https://a.example/' });
    for (const line of tags.split('\n')) {
      const [, value = ''] = /^\s*<(?:meta|link) [a-z]+="[^"]*" [a-z]+="([^"]*)" \/>$/.exec(line) ?? [];
      expect(value, line).not.toMatch(/["<>']|^$/);
    }
  },
);

it('robots.txt keeps conversations, endpoints and personal pages out, and names no sitemap without an origin', () => {
  const lines = robotsText('https://a.example').split('\n');
  for (const path of ['/c/', '/api/', '/admin', '/payment-success', '/reset-password']) {
    expect(lines).toContain(`Disallow: ${path}`);
  }
  for (const path of ['/', '/api', '/help', '/pricing']) expect(lines).not.toContain(`Disallow: ${path}`);
  expect(lines).toContain('Sitemap: https://a.example/sitemap.xml');
  expect(robotsText(null)).not.toContain('Sitemap');
});

it('the sitemap has the prices only if the server sells something', () => {
  const addresses = (takesPayments: boolean) =>
    [...sitemapText('https://a.example', { takesPayments }).matchAll(/<loc>(.*?)<\/loc>/g)].map(([, at]) => at);
  expect(addresses(true)).toContain('https://a.example/pricing');
  expect(addresses(false)).not.toContain('https://a.example/pricing');
  expect(addresses(false)).toEqual(expect.arrayContaining(['https://a.example/', 'https://a.example/help']));
});
