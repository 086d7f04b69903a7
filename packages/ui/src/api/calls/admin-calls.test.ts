import { expect, test } from 'vitest';
import { createApiClient } from '../create-api-client.ts';
import { IncompatibleError } from '../incompatible-error.ts';

/** What the client makes of this response. */
async function examine(body: unknown) {
  const fetch = async () => new Response(JSON.stringify(body));
  return (await createApiClient({ apiUrl: '', token: () => 'token', fetch }).server()).examine();
}

test('findings of a later version are shown as far as they can be', async () => {
  const finding = { part: 'Moon', level: 'eclipse', message: 'It is dark.' };
  expect(await examine({ success: true, findings: [{ ...finding, since: 5 }, { part: 5 }] })).toEqual([
    { part: 'Moon', level: 'warning', message: 'It is dark.', fix: null, since: 5 },
  ]);
});

test('a response without findings is incompatible', async () => {
  await expect(examine({ success: true })).rejects.toBeInstanceOf(IncompatibleError);
});
