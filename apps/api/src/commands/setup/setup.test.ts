import { readFileSync, statSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startSandbox, type Sandbox } from '@parley/sandbox';
import { askForSettings } from './ask-for-settings.ts';
import { writeEnvFile } from './write-env-file.ts';

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await startSandbox();
});
afterAll(() => sandbox.close());

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parley-setup-'));
});
afterEach(() => rm(folder, { recursive: true }));

/** Answers each question by the start of its text; every other one is skipped. Several answers are used in turn. */
async function answering(answers: Record<string, string | string[]>) {
  const left = new Map(Object.entries(answers).map(([start, given]) => [start, [given].flat()]));
  const said: string[] = [];
  const secrets: string[] = [];
  const settings = await askForSettings(
    {
      ask: async (text, isSecret) => {
        const start = [...left.keys()].find((each) => text.startsWith(each));
        if (isSecret) secrets.push(text);
        return left.get(start ?? '')?.shift() ?? '';
      },
      say: (text) => void said.push(text),
    },
    folder,
  );
  expect([...left.values()].flat()).toEqual([]);
  return { settings, said: said.join('\n'), secrets };
}

describe('the questions', () => {
  test('the questions for settings set nothing when all are skipped', async () => {
    expect((await answering({})).settings).toEqual({});
  });

  test('the questions for settings ask for a key where no address is given', async () => {
    const { settings, said } = await answering({ 'API key': 'sk-a-key-that-nobody-may-see' });
    expect(said).toContain('OPENAI_MODEL: is missing');
    expect(settings).toEqual({});
  });

  test('the questions for settings try each answer and keep what works', async () => {
    const { settings, said } = await answering({
      'Address of its API': sandbox.urls.openai,
      'API key': 'sk-a-key-that-nobody-may-see',
      'Name of the model': 'demo',
      'Address, such as': 'https://chat.example.com',
      'Mail server': sandbox.urls.smtp,
      Sender: 'Parley <hello@example.com>',
    });
    expect(settings).toEqual({
      OPENAI_BASE_URL: sandbox.urls.openai,
      OPENAI_API_KEY: 'sk-a-key-that-nobody-may-see',
      OPENAI_MODEL: 'demo',
      PUBLIC_URL: 'https://chat.example.com',
      SMTP_URL: sandbox.urls.smtp,
      MAIL_FROM: 'Parley <hello@example.com>',
    });
    expect(said).toMatch(/^ {2}ok {7}Model: demo at \S+ answers in \d+ ms\.$/m);
    expect(said).toMatch(/^ {2}ok {7}Mail: \S+ accepts connections\./m);
    expect(said).not.toContain('nobody-may-see');
  });

  test('the questions for settings ask again after an invalid answer, and name what is wrong', async () => {
    const { settings, said } = await answering({ 'Address, such as': ['chat', 'https://chat.example.com'] });
    expect(settings).toEqual({ PUBLIC_URL: 'https://chat.example.com' });
    expect(said).toContain('PUBLIC_URL: must be a URL that starts with http:// or https://');
  });

  test.each([
    ['are asked again', ['no'], {}],
    ['stay if the person wants it', ['y'], { SMTP_URL: 'smtp://ann:hunter22@127.0.0.1:1', MAIL_FROM: 'a@example.com' }],
  ])('answers that do not work %s', async (_, keep, kept) => {
    const { settings, said, secrets } = await answering({
      'Mail server': 'smtp://ann:hunter22@127.0.0.1:1',
      Sender: 'a@example.com',
      'Keep this anyway?': keep,
    });
    expect(settings).toEqual(kept);
    expect(said).toMatch(/^ {2}error {4}Mail: Can’t use 127\.0\.0\.1:1: nothing listens there/m);
    expect(said).not.toContain('hunter22');
    expect(secrets).toContain('Mail server, such as smtps://user:password@smtp.example.com: ');
  });
});

describe('the .env file', () => {
  const file = () => join(folder, '.env');

  test('the .env file has every value as it was typed, for its owner only', () => {
    const settings = {
      PLAIN: 'smtp://a:b@c',
      SPACES: 'Parley <hello@example.com>',
      HASH: 'a#b #c',
      SINGLE: "it's",
      BACKSLASH: String.raw`a\nb`,
      BOTH: `it's "so"`,
    };
    writeEnvFile(file(), settings);
    expect(parseEnv(readFileSync(file(), 'utf8'))).toEqual(settings);
    if (process.platform !== 'win32') expect(statSync(file()).mode & 0o777).toBe(0o600);
  });

  test('the .env file is never overwritten', async () => {
    await writeFile(file(), 'PORT=1\n');
    expect(() => writeEnvFile(file(), { PORT: '2' })).toThrow('is there already, and stays as it is');
    expect(await readFile(file(), 'utf8')).toBe('PORT=1\n');
  });

  test('the .env file is not written with a value that no quotes fit', async () => {
    expect(() => writeEnvFile(file(), { NAME: '\'`"' })).toThrow('NAME can’t be written to a file');
    await expect(readFile(file())).rejects.toThrow('ENOENT');
  });
});
