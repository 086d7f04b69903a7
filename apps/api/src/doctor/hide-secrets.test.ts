import { expect, test } from 'vitest';
import { settings } from '../settings/settings.ts';
import { createHide } from './hide-secrets.ts';

test.each([
  ['an API key', { OPENAI_API_KEY: 'sk-one' }, 'sk-one'],
  ['a token', { METRICS_TOKEN: 'a-token-of-metrics' }, 'a-token-of-metrics'],
  ['a password in a URL', { SMTP_URL: 'smtp://ann:p%40ss%20word@mail.example' }, 'p%40ss%20word'],
  ['a password as the service gets it', { SMTP_URL: 'smtp://ann:p%40ss%20word@mail.example' }, 'p@ss word'],
  ['a password of several hosts', { DATABASE_URL: 'mongodb://ann:hunter22@a:1,b:2/parley' }, 'hunter22'],
  ['a password without a user', { REDIS_URL: 'redis://:hunter22@localhost' }, 'hunter22'],
  ['a password in the address of a model', { OPENAI_BASE_URL: 'https://ann:hunter22@models.example/v1' }, 'hunter22'],
  ['a line of a private key', { APPLE_PRIVATE_KEY: String.raw`-----BEGIN-----\nMIGTAgEA\n-----END-----` }, 'MIGTAgEA'],
  ['a key in base64', { STRIPE_SECRET_KEY: 'sk_live_x' }, Buffer.from('sk_live_x').toString('base64')],
])('hides %s', (_, environment, secret) => {
  expect(createHide(environment, [])(`before ${secret} after`)).toBe('before ••• after');
});

test('hides the client secrets of providers', () => {
  expect(createHide({}, [{ clientSecret: 'hunter22' }])('It was hunter22.')).toBe('It was •••.');
});

test('leaves names, hosts and short values readable', () => {
  const environment = { SMTP_URL: 'smtp://ann:x@mail.example', OPENAI_MODEL: 'gpt', OPENAI_API_KEY: 'a' };
  expect(createHide(environment, [])('gpt, ann, mail.example, a')).toBe('gpt, ann, mail.example, a');
});

test('knows every setting that is a secret', () => {
  const secret = 'a-value-that-nobody-may-see';
  const hidden = Object.keys(settings.shape).filter((name) => createHide({ [name]: secret }, [])(secret) !== secret);
  expect(hidden).toEqual([
    'JWT_SECRET',
    'OPENAI_API_KEY',
    'OPENAI_IMAGE_API_KEY',
    'OPENAI_TRANSCRIBE_API_KEY',
    'OPENAI_SPEECH_API_KEY',
    'OPENAI_MODERATION_API_KEY',
    'BRAVE_API_KEY',
    'TAVILY_API_KEY',
    'APPLE_PRIVATE_KEY',
    'GOOGLE_CLIENT_SECRET',
    'STRIPE_SECRET_KEY',
    'STRIPE_WEBHOOK_SECRET',
    'METRICS_TOKEN',
  ]);
});
