import { expect, it, onTestFinished } from 'vitest';
import { openWebSearch } from '../../chat/search/open-web-search.ts';
import { startTestServer } from '../../testing/test-server.ts';
import { createKey, sdkOf } from '../testing.ts';

it('a mode that this server does not have is no model', async () => {
  const server = await startTestServer({ api: 'chat', backends: () => ({ webSearch: openWebSearch(null) }) });
  onTestFinished(() => server.close());
  const { models, chat } = sdkOf(server, (await createKey(server, await server.signUp())).secret);
  expect((await models.list()).data.map(({ id }) => id)).toEqual(['normal', 'thinking']);
  const unknown = { status: 404, code: 'model_not_found', message: expect.stringContaining('normal, thinking.') };
  await expect(models.retrieve('web_search')).rejects.toMatchObject(unknown);
  const question = { model: 'web_search', messages: [{ role: 'user' as const, content: 'Hi' }] };
  await expect(chat.completions.create(question)).rejects.toMatchObject({ ...unknown, param: 'model' });
});
