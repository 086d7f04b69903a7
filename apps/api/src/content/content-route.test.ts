import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../testing/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

it('a page’s text is public and may be cached for a while', async () => {
  const { status, headers, body } = await server.call('GET', '/api/content/contact');
  expect(status).toBe(200);
  expect(headers.get('cache-control')).toBe('public, max-age=300');
  expect(body).toMatchObject({ success: true, id: 'contact', title: 'Contact' });
  expect(body.markdown).toContain('mailto:help@example.com');
});

it.each(['nothing', 'README', 'help.md', '..%2fpackage.json', 'api%2fme.sh', '__proto__', '%00'])(
  'the name %s is not a page',
  async (name) => {
    const { status, body } = await server.call('GET', `/api/content/${name}`);
    expect(status).toBe(404);
    expect(body).toMatchObject({ success: false, code: 'not-found' });
  },
);
