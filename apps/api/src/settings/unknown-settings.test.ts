import { expect, test } from 'vitest';
import { SETTING_NAMES } from './config.ts';
import { findUnknownSettings } from './unknown-settings.ts';

const find = (file: string[], inProcess: string[] = []) =>
  findUnknownSettings(SETTING_NAMES, { file, process: inProcess });

test.each([
  ['OPENAI_APIKEY', 'OPENAI_API_KEY'],
  ['OPENAI_API_KYE', 'OPENAI_API_KEY'],
  ['PUBLC_URL', 'PUBLIC_URL'],
  ['DATABSE_URL', 'DATABASE_URL'],
  ['jwt_secret', 'JWT_SECRET'],
  ['STRIPE_WEBHOOK_SECRTE', 'STRIPE_WEBHOOK_SECRET'],
])('a warning for %s in the .env file suggests %s', (name, meant) => {
  expect(find([name])).toEqual([`${name} in .env isn’t a Parley setting; did you mean ${meant}?`]);
});

test('an unknown name in the .env file is reported even if it resembles no setting', () => {
  expect(find(['ZZYZX_QQQ_999_WWW'])).toEqual(['ZZYZX_QQQ_999_WWW in .env isn’t a Parley setting.']);
});

test.each([
  ['ADMIN_EMAIL', 'ADMIN_EMAILS'],
  ['REDIS_URI', 'REDIS_URL'],
  ['SMTPURL', 'SMTP_URL'],
  ['TRUST_PROXI', 'TRUST_PROXY'],
])('a warning for %s in the environment suggests %s', (name, meant) => {
  expect(find([], [name])).toEqual([`${name} in the environment isn’t a Parley setting; did you mean ${meant}?`]);
});

test('settings and common environment variables cause no warning', () => {
  const usual = [
    'PATH',
    'HOME',
    'HOSTNAME',
    'USER',
    'MAIL',
    'LANG',
    'SHELL',
    'PWD',
    'TERM',
    'TZ',
    'SHLVL',
    'LOGNAME',
    'EDITOR',
  ];
  const more = [
    'XDG_DATA_DIRS',
    'NODE_OPTIONS',
    'npm_config_cache',
    'APPDATA',
    'COMPUTERNAME',
    'HTTP_PROXY',
    'INIT_CWD',
    'NODE',
    'CI',
  ];
  expect(find(SETTING_NAMES, [...SETTING_NAMES, ...usual, ...more])).toEqual([]);
});
