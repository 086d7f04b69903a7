import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { DoctorFinding } from '@parley/core';
import { speak } from '../language/speak.ts';
import { examine } from './examine.ts';

test('examines a server that listens on an address without a URL', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'parley-examine-'));
  onTestFinished(() => rm(dataDir, { recursive: true }));
  const environment = { DATA_DIR: dataDir, HOST: 'fe80::1%eth0' };
  const findings = await examine({ root: dataDir, environment, port: 1 });
  expect(findings.filter(({ level }) => level === 'error')).toEqual([]);
});

/** Names, which are the same in every language. */
const SAME = /^(?:Redis|Stripe)$/;

const textsOf = (findings: DoctorFinding[]) => findings.flatMap(({ part, message, fix }) => [part, message, fix ?? '']);

test.each([
  ['of a new server', {}],
  ['of a server whose services are all down', nowhere()],
])('says each finding %s in the language of the request', async (_name, settings) => {
  const dataDir = await mkdtemp(join(tmpdir(), 'parley-examine-'));
  onTestFinished(() => rm(dataDir, { recursive: true }));
  const look = () => examine({ root: dataDir, environment: { DATA_DIR: dataDir, ...settings }, port: 1 });
  const english = textsOf(await look());
  const japanese = textsOf(await speak('ja', look));
  expect(japanese).toHaveLength(english.length);
  expect(japanese.filter((text) => /[a-z]{2} [a-z]{2}/.test(text))).toEqual([]);
  expect(japanese.filter((text) => text !== '' && english.includes(text) && !SAME.test(text))).toEqual([]);
});

function nowhere(): Record<string, string> {
  const url = 'http://127.0.0.1:1';
  return {
    REDIS_URL: 'redis://127.0.0.1:1',
    OPENAI_API_KEY: 'sk-test',
    OPENAI_BASE_URL: url,
    OPENAI_MODEL: 'large',
    OPENAI_IMAGE_MODEL: 'picture',
    OPENAI_TRANSCRIBE_MODEL: 'hear',
    OPENAI_SPEECH_MODEL: 'speak',
    SEARXNG_URL: url,
    SMTP_URL: 'smtp://127.0.0.1:1',
    MAIL_FROM: 'parley@example.com',
    COST_LIMIT_DAY: '1',
  };
}
