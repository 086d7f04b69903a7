import { describe, expect, it } from 'vitest';
import { readConfig, readPlaces, SETTING_NAMES, type ConfigError } from './config.ts';

/** Everything that production requires besides a model. */
const PRODUCTION = {
  NODE_ENV: 'production',
  JWT_SECRET: 'a secret for tests that has enough bytes',
  PUBLIC_URL: 'https://chat.example.com',
};

const read = (environment: Record<string, string>) => readConfig(environment, '/srv/parley');

function problemsOf(environment: Record<string, string>): string[] {
  try {
    read(environment);
    return [];
  } catch (error) {
    return (error as ConfigError).problems;
  }
}

describe('readConfig', () => {
  it('needs no settings on a laptop', () => {
    expect(read({})).toMatchObject({
      port: 3000,
      host: '127.0.0.1',
      publicUrl: null,
      dataDir: '/srv/parley/data',
      databaseUrl: 'sqlite:/srv/parley/data/parley.db',
      productName: 'Parley',
      jwtSecret: null,
      adminEmails: [],
      usageRule: { limit: 10, windowLength: 12 * 3_600_000 },
      model: null,
      sandbox: { port: 3001, delayMs: 25, faults: false },
      logLevel: 'info',
    });
  });

  it.each([
    ['sqlite:own/parley.db', 'sqlite:/srv/parley/own/parley.db'],
    ['sqlite:/mnt/parley.db', 'sqlite:/mnt/parley.db'],
    ['sqlite::memory:', 'sqlite::memory:'],
    ['mongodb://host/parley', 'mongodb://host/parley'],
  ])('finds the database %s from any folder', (DATABASE_URL, databaseUrl) => {
    expect(read({ DATABASE_URL }).databaseUrl).toBe(databaseUrl);
    expect(readPlaces({ DATABASE_URL }, '/srv/parley').databaseUrl).toBe(databaseUrl);
  });

  it('uses the settings that are present', () => {
    const config = read({
      PORT: '8080',
      PUBLIC_URL: 'https://chat.example.com/',
      ADMIN_EMAILS: ' A@example.com, b@example.com ',
      FREE_MESSAGES: '3',
      FREE_WINDOW_HOURS: '0.5',
      OPENAI_BASE_URL: 'http://localhost:11434/v1',
      OPENAI_MODEL: 'qwen3:8b',
      SANDBOX_FAULTS: '1',
    });
    expect(config).toMatchObject({
      port: 8080,
      publicUrl: 'https://chat.example.com',
      adminEmails: ['a@example.com', 'b@example.com'],
      usageRule: { limit: 3, windowLength: 1_800_000 },
      model: { apiKey: null, baseUrl: 'http://localhost:11434/v1', api: 'auto', model: 'qwen3:8b' },
      sandbox: { port: 8081, faults: true },
    });
  });

  it('takes a list of languages, and all without one', () => {
    expect(read({ LANGUAGES: ' de, pt-BR ,' }).languages).toEqual(['de', 'pt-BR']);
    expect(read({}).languages).toBeNull();
  });

  it.each([
    [{ PORT: 'many' }, 'PORT: must be a port number, 0 to 65535'],
    [{ PORT: '80.5' }, 'PORT: must be a port number, 0 to 65535'],
    ...['256.1.1.1', 'my host', '0.0.0.0:3000', 'http://0.0.0.0'].map((HOST): [object, string] => [
      { HOST },
      'HOST: must be an IP address or a host name of this machine, such as 127.0.0.1, or 0.0.0.0 for every network',
    ]),
    [{ PUBLIC_URL: 'chat.example.com' }, 'PUBLIC_URL: must be a URL that starts with http:// or https://'],
    ...['https://example.com/chat', 'https://example.com/?a', 'https://me@example.com'].map(
      (PUBLIC_URL): [object, string] => [
        { PUBLIC_URL },
        'PUBLIC_URL: must be an origin such as https://chat.example.com, without a path',
      ],
    ),
    ...['https://api.example.com/?a', 'https://api.example.com/#a', 'https://me@api.example.com'].map(
      (API_URL): [object, string] => [
        { API_URL },
        'API_URL: must be an address such as https://api.example.com, without a ?, a # or a user',
      ],
    ),
    [{ PORT: '4000', SANDBOX_PORT: '4000' }, 'SANDBOX_PORT: is the port of the server, too; choose another one'],
    ...['https://a.example.com,*', 'https://a.example.com/', 'https://A.example.com', 'https://a.example.com:443'].map(
      (CORS_ORIGINS): [object, string] => [
        { CORS_ORIGINS },
        'CORS_ORIGINS: must be exact origins such as https://chat.example.com, comma-separated, in lowercase, without a path or a *',
      ],
    ),
    [{ METRICS_TOKEN: 'short' }, 'METRICS_TOKEN: must have at least 16 characters, without spaces'],
    [{ PORT: '70000' }, 'PORT: must be a port number, 0 to 65535'],
    [
      { OPENAI_BASE_URL: 'localhost:11434', OPENAI_MODEL: 'm' },
      'OPENAI_BASE_URL: must be a URL that starts with http:// or https://',
    ],
    [{ SUPPORT_EMAIL: 'help at example' }, 'SUPPORT_EMAIL: must be an email address'],
    [{ SOCIAL_URL: 'javascript:alert(1)' }, 'SOCIAL_URL: must be a URL that starts with http:// or https://'],
    [{ DESKTOP_MAC_URL: 'parley.dmg' }, 'DESKTOP_MAC_URL: must be a URL that starts with http:// or https://'],
    [{ DESKTOP_LINUX_URL: 'file:///a.deb' }, 'DESKTOP_LINUX_URL: must be a URL that starts with http:// or https://'],
    ...['de,tlh', 'German', 'pt', 'de;fr'].map((LANGUAGES): [object, string] => [
      { LANGUAGES },
      'LANGUAGES: must be languages of en, de, fr, es, pt-BR, ja, ar, comma-separated',
    ]),
    [
      { CONTENT_DIR: 'nowhere' },
      'CONTENT_DIR: can’t read /srv/parley/nowhere (ENOENT); name a folder that this user can read, or remove the setting',
    ],
    [
      { CONTENT_DIR: '/dev/null' },
      'CONTENT_DIR: can’t read /dev/null (ENOTDIR); name a folder that this user can read, or remove the setting',
    ],
    ...[{ CONTENT_DIR: '~/texts' }, { DATA_DIR: 'https://files.example.com/data' }, { MODELS: '~ann/models.json' }].map(
      (setting): [object, string] => [
        setting,
        `${Object.keys(setting)[0]}: must be a path on this machine, such as /srv/parley, written out without ~`,
      ],
    ),
    ...['sqlite:', 'sqlite: ', 'sqlite:~/parley.db'].map((DATABASE_URL): [object, string] => [
      { DATABASE_URL },
      'DATABASE_URL: must name a file, such as sqlite:/srv/parley.db, without ~',
    ]),
    ...['smtp:', 'smtp://', 'smtp:/mail.example.com', 'http://mail.example.com'].map((SMTP_URL): [object, string] => [
      { SMTP_URL, MAIL_FROM: 'a@b.de' },
      'SMTP_URL: must be a URL that starts with smtp:// or smtps://, such as smtp://mail.example.com:587',
    ]),
    [
      { REDIS_URL: 'redis://:b#c@d.example' },
      'REDIS_URL: isn’t a valid URL: check its host and port, and write special characters of the password as encodeURIComponent does',
    ],
    [
      { BRAND: `/${'x'.repeat(300)}` },
      `BRAND: can’t read /${'x'.repeat(300)}/brand.json (ENAMETOOLONG); name a JSON file that this user can read`,
    ],
    [{ JWT_SECRET: 'short' }, 'JWT_SECRET: must have at least 32 bytes'],
    [{ ADMIN_EMAILS: 'a@b.cd,d@e.fg,g@h.ij,j@k.lm' }, 'ADMIN_EMAILS: must be at most three addresses, comma-separated'],
    [{ VERIFY_FIRST: '1' }, 'VERIFY_FIRST: needs email to verify addresses; set SMTP_URL and MAIL_FROM'],
    [{ ADMIN_EMAILS: 'a@b.cd; d@e.fg' }, 'ADMIN_EMAILS: must be email addresses, comma-separated'],
    [{ FREE_MESSAGES: '1.5' }, 'FREE_MESSAGES: must be a whole number of at least 0'],
    ...['0', '-1', '1000000000000', 'ten'].map((COST_LIMIT_DAY): [Record<string, string>, string] => [
      { COST_LIMIT_DAY },
      'COST_LIMIT_DAY: must be a number of dollars from 0.01 to 1000000; leave it out for no limit',
    ]),
    [{ FREE_MESSAGES: '-1' }, 'FREE_MESSAGES: must be a whole number of at least 0'],
    [{ FREE_WINDOW_HOURS: '0' }, 'FREE_WINDOW_HOURS: must be a number of hours above 0, at most 8760'],
    [{ FREE_WINDOW_HOURS: '1e9' }, 'FREE_WINDOW_HOURS: must be a number of hours above 0, at most 8760'],
    [{ REPLY_TOKENS: '12' }, 'REPLY_TOKENS: must be a number of tokens of at least 256'],
    [{ REPLY_TOKENS_THINKING: 'many' }, 'REPLY_TOKENS_THINKING: must be a number of tokens of at least 256'],
    [{ SYSTEM_PROMPT: 'x'.repeat(20_001) }, 'SYSTEM_PROMPT: must have at most 20,000 characters'],
    [{ CONTEXT_TOKENS: '2048.5' }, 'CONTEXT_TOKENS: must be a number of tokens from 2048 to 10000000'],
    [{ CONTEXT_TOKENS: '1e12' }, 'CONTEXT_TOKENS: must be a number of tokens from 2048 to 10000000'],
    [{ SANDBOX_DELAY_MS: '-1' }, 'SANDBOX_DELAY_MS: must be a number of milliseconds'],
    [{ LOG_LEVEL: 'loud' }, 'LOG_LEVEL: must be silent, error, warn, info or debug'],
    [{ SANDBOX_FAULTS: 'maybe' }, 'SANDBOX_FAULTS: must be 0 or 1'],
    [
      { OPENAI_IMAGE_BASE_URL: 'localhost', OPENAI_IMAGE_MODEL: 'm' },
      'OPENAI_IMAGE_BASE_URL: must be a URL that starts with http:// or https://',
    ],
    [{ SEARXNG_URL: 'localhost:8080' }, 'SEARXNG_URL: must be a URL that starts with http:// or https://'],
    [{ OPENAI_IMAGE_QUALITY: 'best' }, 'OPENAI_IMAGE_QUALITY: must be low, medium or high'],
    [
      { OPENAI_TRANSCRIBE_API_KEY: 'k' },
      'OPENAI_TRANSCRIBE_MODEL: is missing, but OPENAI_TRANSCRIBE_API_KEY is set; set it to the model that transcribes speech',
    ],
    [
      { OPENAI_TRANSCRIBE_MODEL: 'm' },
      'OPENAI_TRANSCRIBE_API_KEY: is missing; set it to the transcription service’s key, or set OPENAI_TRANSCRIBE_BASE_URL to a service that needs no key',
    ],
    [
      { OPENAI_TRANSCRIBE_MODEL: 'm', OPENAI_TRANSCRIBE_BASE_URL: 'localhost' },
      'OPENAI_TRANSCRIBE_BASE_URL: must be a URL that starts with http:// or https://',
    ],
    [
      { OPENAI_SPEECH_BASE_URL: 'http://localhost:8000/v1' },
      'OPENAI_SPEECH_MODEL: is missing, but OPENAI_SPEECH_BASE_URL is set; set it to the model that speaks',
    ],
    [{ OPENAI_SPEECH_FORMAT: 'ogg' }, 'OPENAI_SPEECH_FORMAT: must be mp3 or wav'],
    [{ MODERATION: 'on' }, 'MODERATION: must be off, note or refuse'],
    [{ MODERATION: 'refuse', MODERATION_DOWN: 'note' }, 'MODERATION_DOWN: must be allow or refuse'],
    [
      { MODERATION: 'note', MODERATION_DOWN: 'refuse' },
      'MODERATION_DOWN: is refuse, but MODERATION=note refuses nothing; set MODERATION=refuse, or remove it',
    ],
    [
      {
        MODERATION: 'refuse',
        OPENAI_BASE_URL: 'https://models.example/v1',
        OPENAI_MODEL: 'm',
        OPENAI_MODERATION_BASE_URL: 'https://api.openai.com/v1',
      },
      'OPENAI_MODERATION_API_KEY: is missing; set it to the moderation service’s key, or set OPENAI_MODERATION_BASE_URL to a service that needs no key',
    ],
    [{ SPEECH_CHARACTERS: '10' }, 'SPEECH_CHARACTERS: must be a whole number of characters of at least 1000'],
    [{ DICTATION_MINUTES: '0' }, 'DICTATION_MINUTES: must be a whole number of minutes of at least 1'],
    [{ SEARCH_PROVIDER: 'bing' }, 'SEARCH_PROVIDER: must be searxng, brave or tavily'],
    [{ SEARCH_PROVIDER: 'brave' }, 'BRAVE_API_KEY: is missing; SEARCH_PROVIDER=brave needs it'],
    [
      { SEARXNG_URL: 'http://localhost:8080', TAVILY_API_KEY: 'k' },
      'SEARCH_PROVIDER: is missing, but SEARXNG_URL and TAVILY_API_KEY are set; set it to searxng or tavily',
    ],
    [
      { OPENAI_IMAGE_API_KEY: 'k' },
      'OPENAI_IMAGE_MODEL: is missing, but OPENAI_IMAGE_API_KEY is set; set it to the model that generates images',
    ],
    [
      { OPENAI_IMAGE_MODEL: 'm' },
      'OPENAI_IMAGE_API_KEY: is missing; set it to the image service’s key, or set OPENAI_IMAGE_BASE_URL to a service that needs no key',
    ],
    [
      { OPENAI_MODEL_TITLE: 'm' },
      'OPENAI_MODEL_TITLE: is set, but without OPENAI_API_KEY or OPENAI_BASE_URL there’s no service to run it',
    ],
    [{ OPENAI_API: 'grpc' }, 'OPENAI_API: must be auto, responses or chat'],
    [
      { OPENAI_API_KEY: '“sk-key”', OPENAI_MODEL: 'm' },
      'OPENAI_API_KEY: must have only plain letters, digits and signs; copy the key again',
    ],
    [
      { BRAVE_API_KEY: 'a\u200bb' },
      'BRAVE_API_KEY: must have only plain letters, digits and signs; copy the key again',
    ],
  ])('reports %j with its fix', (environment, problem) => {
    expect(problemsOf(environment as Record<string, string>)).toEqual([problem]);
  });

  it('reports all bad settings at once', () => {
    expect(problemsOf({ PORT: 'x', LOG_LEVEL: 'y', FREE_MESSAGES: 'z' })).toHaveLength(3);
  });

  it('reports malformed and missing settings in one run, each once', () => {
    const environment = {
      NODE_ENV: 'prod',
      PORT: 'x',
      JWT_SECRET: 'short',
      OPENAI_BASE_URL: 'ftp://a',
      SMTP_URL: 'smtp://a',
    };
    expect(problemsOf(environment).map((problem) => problem.split(': ')[0])).toEqual([
      'NODE_ENV',
      'PORT',
      'JWT_SECRET',
      'OPENAI_BASE_URL',
      'PUBLIC_URL',
      'OPENAI_MODEL',
      'MAIL_FROM',
    ]);
    const search = { SEARCH_PROVIDER: 'bing', BRAVE_API_KEY: 'b', TAVILY_API_KEY: 't' };
    expect(problemsOf(search)).toEqual(['SEARCH_PROVIDER: must be searxng, brave or tavily']);
  });

  it.each(SETTING_NAMES)('describes a bad %s in plain words', (name) => {
    for (const value of [' ', '\t \n', '\u200b', '\u0000', '-1.5e999', 'x'.repeat(41)]) {
      const problems = problemsOf({ [name]: value }).filter((problem) => problem.startsWith(`${name}:`));
      expect(problems.length).toBeLessThan(2);
      expect(problems.join()).not.toMatch(/invalid|expected|received|too small|too big|NaN|string|regex/i);
      if (value.trim() === '') expect(problems).toEqual([`${name}: is blank; set a value or remove it`]);
    }
  });

  it.each([
    ' '.repeat(40),
    '\t'.repeat(64),
    '\u200b'.repeat(40),
    'a'.repeat(64),
    'abcabc'.repeat(12),
    ` ${'ab1'.repeat(4)}${' '.repeat(30)}`,
  ])('refuses %j as the session secret', (secret) => {
    expect(problemsOf({ JWT_SECRET: secret })).toEqual([expect.stringMatching(/^JWT_SECRET: (is blank|must)/)]);
  });

  it('has questions checked by the chat model’s own service, another one, or the sandbox', () => {
    const own = { OPENAI_API_KEY: 'k', OPENAI_MODEL: 'm' };
    const other = { OPENAI_MODERATION_BASE_URL: 'https://checks.example/v1', OPENAI_MODERATION_MODEL: 'checker' };
    const openAi = { apiKey: 'k', baseUrl: null, model: 'omni-moderation-latest' };
    const moderationOf = (environment: Record<string, string>) => read(environment).moderation;
    expect(moderationOf({ ...own, MODERATION_DOWN: 'refuse' })).toBeNull();
    expect(moderationOf({ ...own, MODERATION: 'note' })).toEqual({
      flagged: 'note',
      unchecked: 'allow',
      service: openAi,
    });
    expect(moderationOf({ ...own, ...other, MODERATION: 'refuse', MODERATION_DOWN: 'refuse' })).toEqual({
      flagged: 'refuse',
      unchecked: 'refuse',
      // The key of one service is never sent to another.
      service: { apiKey: null, baseUrl: 'https://checks.example/v1', model: 'checker' },
    });
    expect(moderationOf({ MODERATION: 'refuse' })).toMatchObject({ service: null });
    expect(moderationOf({ ...other, MODERATION: 'refuse' })).toMatchObject({ service: { model: 'checker' } });
  });

  it('requires a model name for a service, and a service for a model name', () => {
    expect(problemsOf({ OPENAI_API_KEY: 'sk-x' })).toEqual([expect.stringMatching(/^OPENAI_MODEL: is missing/)]);
    expect(problemsOf({ OPENAI_MODEL: 'x' })).toEqual([expect.stringMatching(/^OPENAI_MODEL: is set, but without/)]);
  });

  it('supports a separate image service without sending it another service’s key', () => {
    const local = { OPENAI_BASE_URL: 'http://localhost:11434/v1', OPENAI_MODEL: 'qwen3', OPENAI_API_KEY: 'local' };
    const drawing = { ...local, OPENAI_IMAGE_MODEL: 'painter' };
    expect(read(drawing).imageModel).toEqual({
      apiKey: 'local',
      baseUrl: 'http://localhost:11434/v1',
      model: 'painter',
      quality: 'medium',
    });
    const elsewhere = { ...drawing, OPENAI_IMAGE_BASE_URL: 'http://localhost:9000/v1', OPENAI_IMAGE_QUALITY: 'low' };
    expect(read(elsewhere).imageModel).toMatchObject({ apiKey: null, quality: 'low' });
    const atOpenAi = { ...drawing, OPENAI_IMAGE_BASE_URL: 'https://api.openai.com/v1' };
    expect(problemsOf(atOpenAi)).toEqual([expect.stringMatching(/^OPENAI_IMAGE_API_KEY: is missing/)]);
    expect(read({ ...atOpenAi, OPENAI_IMAGE_API_KEY: 'sk-x' }).imageModel?.apiKey).toBe('sk-x');
    expect(read(local).imageModel).toBeNull();
    expect(read({ OPENAI_API_KEY: 'sk-x', OPENAI_MODEL: 'm', OPENAI_IMAGE_MODEL: 'p' }).imageModel).toMatchObject({
      apiKey: 'sk-x',
      baseUrl: null,
    });
  });

  it('reads the speech service with its voice and format', () => {
    const local = { OPENAI_BASE_URL: 'http://localhost:11434/v1', OPENAI_MODEL: 'qwen3' };
    expect(read(local)).toMatchObject({ speaker: null, speechCharacters: 50_000 });
    expect(read({ ...local, OPENAI_SPEECH_MODEL: 'kokoro' }).speaker).toEqual({
      apiKey: null,
      baseUrl: 'http://localhost:11434/v1',
      model: 'kokoro',
      voice: 'alloy',
      format: 'mp3',
    });
  });

  it('supports a separate transcription service without sending it another service’s key', () => {
    const local = { OPENAI_BASE_URL: 'http://localhost:11434/v1', OPENAI_MODEL: 'qwen3', OPENAI_API_KEY: 'local' };
    expect(read(local)).toMatchObject({ transcriber: null, dictationMinutes: 20 });
    const dictating = { ...local, OPENAI_TRANSCRIBE_MODEL: 'whisper' };
    const { transcriber } = read(dictating);
    expect(transcriber).toEqual({ apiKey: 'local', baseUrl: 'http://localhost:11434/v1', model: 'whisper' });
    const elsewhere = { ...dictating, OPENAI_TRANSCRIBE_BASE_URL: 'http://localhost:8000/v1' };
    expect(read(elsewhere).transcriber).toMatchObject({ apiKey: null, baseUrl: 'http://localhost:8000/v1' });
    expect(read({ ...elsewhere, OPENAI_TRANSCRIBE_API_KEY: 'own' }).transcriber?.apiKey).toBe('own');
  });

  it('names conversations by their first words when OPENAI_MODEL_TITLE is none', () => {
    expect(read({}).namesConversations).toBe(true);
    expect(read({ OPENAI_MODEL_TITLE: 'none' })).toMatchObject({ namesConversations: false, model: null });
    const service = { OPENAI_API_KEY: 'sk-x', OPENAI_MODEL: 'm' };
    expect(read({ ...service, OPENAI_MODEL_TITLE: 'none' }).model?.titleModel).toBeNull();
    expect(read({ ...service, OPENAI_MODEL_TITLE: 'small' }).model?.titleModel).toBe('small');
  });

  it('uses the configured search provider', () => {
    expect(read({}).search).toBeNull();
    expect(read({ SEARXNG_URL: 'http://localhost:8080' }).search).toEqual({
      provider: 'searxng',
      access: 'http://localhost:8080',
    });
    expect(read({ BRAVE_API_KEY: 'b', TAVILY_API_KEY: 't', SEARCH_PROVIDER: 'tavily' }).search).toEqual({
      provider: 'tavily',
      access: 't',
    });
  });

  it('uses no stand-ins in production by default', () => {
    expect(problemsOf({ NODE_ENV: 'production' })).toEqual([
      expect.stringMatching(/^JWT_SECRET: is missing/),
      expect.stringMatching(/^PUBLIC_URL: is missing; set it to the address that people open/),
      expect.stringMatching(/^OPENAI_API_KEY or OPENAI_BASE_URL: is missing/),
    ]);
    expect(problemsOf({ ...PRODUCTION, SANDBOX: '1' })).toEqual([]);
    expect(problemsOf({ ...PRODUCTION, OPENAI_API_KEY: 'sk-x', OPENAI_MODEL: 'm' })).toEqual([]);
  });

  it('names only a file that cannot be read, and nothing that would be right with it', () => {
    const stripe = { STRIPE_SECRET_KEY: 'sk_test_abc', STRIPE_WEBHOOK_SECRET: 'whsec_abc' };
    expect(problemsOf({ ...PRODUCTION, ...stripe, MODELS: 'nowhere.json', PLANS: 'nowhere.json' })).toEqual([
      expect.stringMatching(/^PLANS: can’t read/),
      expect.stringMatching(/^MODELS: can’t read/),
    ]);
  });
});

describe('mail settings', () => {
  const production = { ...PRODUCTION, SANDBOX: '1' };

  it('requires the mail server and the sender together', () => {
    const mail = { SMTP_URL: 'smtps://user:pass@mail.example.com', MAIL_FROM: 'Parley <hello@example.com>' };
    expect(read(mail)).toMatchObject({ mail: { smtpUrl: mail.SMTP_URL, from: mail.MAIL_FROM } });
    expect(problemsOf({ SMTP_URL: mail.SMTP_URL }).join()).toContain('MAIL_FROM: is missing');
    expect(read({ ...mail, MAIL_FROM: 'hello@example.com' }).mail).not.toBeNull();
  });

  it.each([
    [{ SMTP_URL: 'https://mail.example.com' }, 'SMTP_URL: must be a URL that starts with smtp:// or smtps://'],
    [{ SMTP_URL: 'smtps://a:b/c@d.example' }, 'SMTP_URL: isn’t a valid URL: check its host and port'],
    [{ MAIL_FROM: 'Parley' }, 'MAIL_FROM: must be an email address'],
    [{ MAIL_FROM: 'Parley <a@b.de>\nBcc: <c@d.de>' }, 'MAIL_FROM: must be an email address'],
    [{ TRUST_PROXY: 'yes' }, 'TRUST_PROXY: must be a number of proxies'],
    [{ REGISTRATIONS_PER_HOUR: '0' }, 'REGISTRATIONS_PER_HOUR: must be a whole number of at least 1'],
  ])('rejects the mail settings %j', (environment, problem) => {
    expect(problemsOf(environment).join()).toContain(problem);
  });

  it('mail falls back to the sandbox on a laptop, and in production only when SANDBOX is set', () => {
    expect(read({})).toMatchObject({ mail: null, allowsSandbox: true, registrationsPerHour: 1000, trustedProxies: 0 });
    expect(read(production)).toMatchObject({ mail: null, allowsSandbox: true, registrationsPerHour: 5 });
    const model = { OPENAI_API_KEY: 'k', OPENAI_MODEL: 'm' };
    expect(read({ ...production, ...model, SANDBOX: '0' }).allowsSandbox).toBe(false);
  });
});
