import { execFile, spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { SHIPPED_CONTENT } from '../content/content.ts';
import { TEST_CONTENT } from '../testing/test-content.ts';
import { createKey } from '../api-keys/testing.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';

const FOLDER = join(SHIPPED_CONTENT, 'api');
const run = promisify(execFile);
const COMMANDS: Record<string, string> = { ts: process.execPath, py: 'python3' };
/** `pip install openai` provides it. */
const HAS_PYTHON_SDK = spawnSync('python3', ['-c', 'import openai']).status === 0;

let server: TestServer;
let environment: Record<string, string | undefined>;
beforeAll(async () => {
  server = await startTestServer();
  const email = `${randomUUID()}@example.com`;
  const token = await server.signUp(email);
  environment = {
    PATH: process.env.PATH,
    PARLEY_URL: server.url,
    PARLEY_TOKEN: token,
    PARLEY_API_KEY: (await createKey(server, token)).secret,
    ...(process.env.PYTHONPATH && { PYTHONPATH: process.env.PYTHONPATH }),
    PARLEY_EMAIL: email,
    PARLEY_PASSWORD: 'tangerine',
    CONVERSATION_ID: randomUUID(),
  };
});
afterAll(() => server.close());

/** The output of an example, run the way its readers would run it. */
async function output(name: string, folder = FOLDER): Promise<string> {
  const command = COMMANDS[name.split('.').at(-1) ?? ''] ?? 'sh';
  const { stdout } = await run(command, [join(folder, name)], {
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

it('completions.sh prints a whole reply', async () => {
  expect(await output('completions.sh')).toContain('42');
});

it('completions.ts streams a reply through OpenAI’s library', async () => {
  // A project that has installed the library.
  const folder = mkdtempSync(join(tmpdir(), 'parley-example-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  symlinkSync(join(import.meta.dirname, '../../node_modules'), join(folder, 'node_modules'));
  cpSync(join(FOLDER, 'completions.ts'), join(folder, 'completions.ts'));
  expect(await output('completions.ts', folder)).toContain('42');
});

it.runIf(HAS_PYTHON_SDK)('completions.py streams a reply (needs python3 with the package openai)', async () => {
  expect(await output('completions.py')).toContain('42');
});
