import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { SHIPPED_CONTENT } from '../content/content.ts';
import { TEST_CONTENT } from '../testing/test-content.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';

const FOLDER = join(SHIPPED_CONTENT, 'api');
const run = promisify(execFile);

let server: TestServer;
let environment: Record<string, string | undefined>;
beforeAll(async () => {
  server = await startTestServer();
  const email = `${randomUUID()}@example.com`;
  environment = {
    PATH: process.env.PATH,
    PARLEY_URL: server.url,
    PARLEY_TOKEN: await server.signUp(email),
    PARLEY_EMAIL: email,
    PARLEY_PASSWORD: 'tangerine',
    CONVERSATION_ID: randomUUID(),
  };
});
afterAll(() => server.close());

/** The output of an example, run the way its readers would run it. */
async function output(name: string): Promise<string> {
  const command = name.endsWith('.ts') ? process.execPath : 'sh';
  const { stdout } = await run(command, [join(FOLDER, name)], {
    env: environment as NodeJS.ProcessEnv,
    timeout: 30_000,
  });
  return stdout;
}

it.each(readdirSync(FOLDER))('%s appears verbatim on the API page', (name) => {
  const language = name.split('.').at(-1);
  const text = readFileSync(join(FOLDER, name), 'utf8');
  expect(TEST_CONTENT.api.markdown).toContain(`\n\`\`\`${language}\n${text}\`\`\`\n`);
});

it('the sign-in example returns a valid token', async () => {
  const { token } = JSON.parse(await output('sign-in.sh')) as { token: string };
  expect((await server.call('GET', '/api/auth/me', token)).body.success).toBe(true);
});

it.each(['me.sh', 'me.ts'])('%s prints the token’s user', async (name) => {
  expect(await output(name)).toContain(environment.PARLEY_EMAIL);
});

it.each(['chat.sh', 'chat.ts'])('%s reads a reply to its end', async (name) => {
  const printed = await output(name);
  expect(printed).toContain('42');
  if (name === 'chat.sh') expect(printed).toContain('"done":true');
});
