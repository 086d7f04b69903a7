import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseEnv } from 'node:util';
import { readBrand } from '../brand/read-brand.ts';
import { readApple } from './apple-config.ts';
import { readOidc } from './oidc-config.ts';
import { readBackends, readNaming } from './backend-settings.ts';
import { readLesser, readModels } from './models-config.ts';
import { freeRule, planIds, readPlans } from './plans-config.ts';
import { readPrices } from './prices-config.ts';
import { findMisreadSettings } from './misread-settings.ts';
import { firstOfEach, parseSettings } from './parse-settings.ts';
import { settings, type Settings } from './settings.ts';
import { greetingName } from '../mail/greeting-name.ts';
import type { Ceilings } from '../storage/storage.ts';
import { readCheckout, readStripe } from './stripe-config.ts';
import { findUnknownSettings } from './unknown-settings.ts';

/** The checked settings of the operator; README.md describes each one. */
export type Config = ReturnType<typeof readConfig>;

/** Stops the start. Each problem names a setting and what to do. */
export class ConfigError extends Error {
  readonly problems: string[];

  constructor(problems: string[]) {
    super(`Parley cannot start:\n${problems.map((problem) => `  - ${problem}`).join('\n')}`);
    this.name = 'ConfigError';
    this.problems = problems;
  }
}

export const SETTING_NAMES = Object.keys(settings.shape);

/** Valid stand-ins for bad values of settings that other checks depend on, so that those checks still run. */
const EXAMPLES = {
  // A misspelled value most likely means production, which has more checks.
  NODE_ENV: 'production',
  PUBLIC_URL: 'https://chat.example.com',
  JWT_SECRET: 'abcdefghijklmnopqrstuvwxyz0123456789',
  SMTP_URL: 'smtp://localhost',
  MAIL_FROM: 'parley@example.com',
  OPENAI_BASE_URL: 'http://localhost',
  OPENAI_IMAGE_BASE_URL: 'http://localhost',
  OPENAI_TRANSCRIBE_BASE_URL: 'http://localhost',
  OPENAI_SPEECH_BASE_URL: 'http://localhost',
  OPENAI_MODERATION_BASE_URL: 'http://localhost',
  SEARXNG_URL: 'http://localhost',
  STRIPE_API_BASE: 'http://localhost',
} satisfies Partial<Record<keyof Settings, string>>;

/**
 * The process environment merged with the `.env` file at the root. The environment wins; empty values and the space
 * around a value are dropped.
 */
export function readEnvironment(root: string): Record<string, string | undefined> {
  const merged = { ...parseEnv(readEnvFile(root)), ...process.env };
  const set = Object.entries(merged).filter(([, value]) => value !== '');
  return Object.fromEntries(set.map(([name, value = '']) => [name, trimmed(name, value)]));
}

/** Secrets of Kubernetes often end with a line break, and `docker run --env-file` keeps the space after a value. */
function trimmed(name: string, value: string): string {
  // Another session secret would sign everyone out.
  if (name === 'JWT_SECRET') return value;
  // A blank value is a problem of its own.
  return value.trim() || value;
}

/** Returns a warning for each variable whose name looks like a misspelled setting. */
export function findMisspelt(root: string): string[] {
  return findUnknownSettings(SETTING_NAMES, {
    // Of a line such as `JWT_SECRET: c2VjcmV0=`, the secret would be part of the name.
    file: Object.keys(parseEnv(readEnvFile(root))).map((name) => name.replace(/[\s:].*/, '')),
    process: Object.keys(process.env),
  });
}

/** Returns a warning for each setting that is not read as it was meant. */
export function findMisread(root: string): string[] {
  const text = readEnvFile(root);
  return findMisreadSettings(SETTING_NAMES, { text, file: parseEnv(text), process: process.env });
}

function readEnvFile(root: string): string {
  const file = join(root, '.env');
  if (!existsSync(file)) return '';
  const text = readText(file);
  if (text.includes('\0')) throw new ConfigError([`can’t read ${file}: it isn’t UTF-8; save it in that encoding`]);
  return text;
}

function readText(file: string): string {
  try {
    // Some editors of Windows begin a file with a byte order mark.
    return readFileSync(file, 'utf8').replace(/^\ufeff/, '');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new ConfigError([`can’t read ${file} (${code}); make it a file that this user can read, or remove it`]);
  }
}

/**
 * Checks all settings at once and derives the configuration from them. Throws a `ConfigError` that names every bad one.
 */
export function readConfig(environment: Record<string, string | undefined>, root: string) {
  const { values: set, problems } = parseSettings(settings, environment, EXAMPLES);
  const isProduction = set.NODE_ENV === 'production';

  if (isProduction && set.JWT_SECRET === undefined) {
    problems.push(
      'JWT_SECRET: is missing; set it to at least 32 random bytes, for example with `openssl rand -hex 32`',
    );
  }
  if (isProduction && set.PUBLIC_URL === undefined) {
    problems.push('PUBLIC_URL: is missing; set it to the address that people open, such as https://chat.example.com');
  }
  if (set.SANDBOX_PORT && set.SANDBOX_PORT === set.PORT) {
    problems.push('SANDBOX_PORT: is the port of the server, too; choose another one');
  }
  const plans = readPlans(set, root, problems);
  // The problems of a wrong file are reported already.
  const isPlanFileWrong = set.PLANS !== undefined && !plans;
  const ownPlans = isPlanFileWrong ? [] : (plans?.plans ?? null);
  const knownPlans = isPlanFileWrong ? null : ['free', 'premium', ...planIds(plans)];
  const models = readModels(set, { environment, root, plans: knownPlans }, problems);
  const lesser = readLesser(set, models, problems);
  const backends = readBackends(set, models, problems);
  const apple = readApple(set, problems);
  const oidc = readOidc(set, root, problems);
  const billing = readStripe(set, ownPlans, problems);
  const brand = readBrand(set.BRAND, root, problems);
  const prices = readPrices(set, root, problems);
  if (isProduction && !backends.model && set.MODELS === undefined && !set.SANDBOX) {
    problems.push(
      'OPENAI_API_KEY or OPENAI_BASE_URL: is missing; set one for a real model, or SANDBOX=1 for the demo assistant',
    );
  }
  if (set.SMTP_URL !== undefined && set.MAIL_FROM === undefined) {
    problems.push('MAIL_FROM: is missing; set the address that emails come from, such as `Parley <hello@example.com>`');
  }
  if (set.VERIFY_FIRST && set.SMTP_URL === undefined) {
    problems.push('VERIFY_FIRST: needs email to verify addresses; set SMTP_URL and MAIL_FROM');
  }
  const contentDir = set.CONTENT_DIR === undefined ? null : resolve(root, set.CONTENT_DIR);
  if (contentDir) {
    const code = readingProblem(contentDir);
    const fix = 'name a folder that this user can read, or remove the setting';
    if (code) problems.push(`CONTENT_DIR: can’t read ${contentDir} (${code}); ${fix}`);
  }
  if (problems.length > 0) throw new ConfigError(firstOfEach(problems));

  const { dataDir, databaseUrl } = placesOf(set, root);
  return {
    isProduction,
    port: set.PORT,
    host: set.HOST,
    /** Null: derived from the port that the server listens on. */
    publicUrl: set.PUBLIC_URL ?? null,
    /** Where the API is reached when the pages are served from elsewhere; null: at the public URL. */
    apiUrl: set.API_URL?.replace(/\/+$/, '') ?? null,
    corsOrigins: set.CORS_ORIGINS,
    dataDir,
    databaseUrl,
    /** Null: a single process without Redis. */
    redisUrl: set.REDIS_URL ?? null,
    productName: brand?.file.name ?? set.PRODUCT_NAME,
    /** The operator's own product, and the path that `BRAND` names; null without one. */
    brand: brand && { path: set.BRAND ?? '', file: brand },
    /** Null: the pages say that there is no support address. */
    supportEmail: set.SUPPORT_EMAIL ?? null,
    socialUrl: set.SOCIAL_URL ?? null,
    /** Null: the landing page says that the app for this system is coming soon, or leaves it out. */
    downloads: {
      mac: set.DESKTOP_MAC_URL ?? null,
      windows: set.DESKTOP_WINDOWS_URL ?? null,
      linux: set.DESKTOP_LINUX_URL ?? null,
    },
    /** Null: only the built-in texts. */
    contentDir,
    /** Null: all that are built. */
    languages: set.LANGUAGES ?? null,
    costCeilings: ceilingsOf(set),
    /** Null: generated once and stored in the data folder. */
    jwtSecret: set.JWT_SECRET ?? null,
    /** Null: the sandbox's mailbox if stand-ins are allowed, otherwise no mail. */
    mail:
      set.SMTP_URL && set.MAIL_FROM
        ? { smtpUrl: set.SMTP_URL, from: set.MAIL_FROM, greetingName: greetingName(set.PUBLIC_URL) }
        : null,
    makesShareLinks: set.SHARES,
    apiKeys: ({ 0: 'off', 1: 'all', premium: 'premium' } as const)[set.API_KEYS],
    verifiesFirst: set.VERIFY_FIRST,
    /** Whether sandbox stand-ins replace services that are not set. */
    allowsSandbox: !isProduction || set.SANDBOX,
    trustedProxies: set.TRUST_PROXY,
    // On a laptop all clients share one address.
    registrationsPerHour: set.REGISTRATIONS_PER_HOUR ?? (isProduction ? 5 : 1000),
    adminEmails: set.ADMIN_EMAILS,
    adminSupportEmails: set.ADMIN_SUPPORT_EMAILS,
    adminsNeedSecondFactor: set.ADMIN_SECOND_FACTOR,
    /** The plans of the operator's file; null for the three that come with the product. */
    ownPlans,
    usageRule: freeRule(plans?.free, set),
    /** Null: nothing goes on at the free limit. */
    lesser,
    /** Minutes that a free account may dictate per day. */
    dictationMinutes: set.DICTATION_MINUTES,
    /** Characters that a free account may have read aloud per day. */
    speechCharacters: set.SPEECH_CHARACTERS,
    ...backends,
    /** Null: the sandbox's on a developer's machine, otherwise Sign in with Apple is disabled. */
    apple,
    /** OpenID Connect providers; `sandbox` stands for the sandbox's. */
    oidc,
    /** Null: the sandbox's on a developer's machine, otherwise billing is disabled. */
    billing,
    checkout: readCheckout(set),
    /** The operator's own prices of models; null for the shipped ones alone. */
    prices,
    namesConversations: readNaming(set),
    assistant: {
      systemPrompt: set.SYSTEM_PROMPT ?? null,
      replyTokens: set.REPLY_TOKENS,
      thinkingReplyTokens: set.REPLY_TOKENS_THINKING,
      autoTools: set.AUTO_TOOLS,
    },
    sandbox: {
      port: set.SANDBOX_PORT ?? (set.PORT === 0 ? 0 : set.PORT + 1),
      delayMs: set.SANDBOX_DELAY_MS,
      faults: set.SANDBOX_FAULTS,
      model: { api: set.OPENAI_API, contextTokens: set.CONTEXT_TOKENS ?? null },
    },
    /** Null disables /metrics. */
    metricsToken: set.METRICS_TOKEN ?? null,
    logLevel: set.LOG_LEVEL,
  };
}

/** Where the data is stored; these are the only settings that commands read. Throws a `ConfigError`. */
export function readPlaces(environment: Record<string, string | undefined>, root: string) {
  const { values, problems } = parseSettings(settings.pick({ DATA_DIR: true, DATABASE_URL: true }), environment);
  if (problems.length > 0) throw new ConfigError(problems);
  return placesOf(values, root);
}

function placesOf({ DATA_DIR, DATABASE_URL }: Pick<Settings, 'DATA_DIR' | 'DATABASE_URL'>, root: string) {
  const dataDir = resolve(root, DATA_DIR);
  const embeddedUrl = `sqlite:${join(dataDir, 'parley.db')}`;
  // Commands run in any folder, and must find the server's database.
  const file = /^sqlite:(?!:memory:$)(.+)$/.exec(DATABASE_URL ?? '')?.[1];
  const databaseUrl = file === undefined ? (DATABASE_URL ?? embeddedUrl) : `sqlite:${resolve(root, file)}`;
  return { dataDir, databaseUrl, embeddedUrl };
}

/** The code of the error with which a folder cannot be listed, or null. */
function readingProblem(folder: string): string | null {
  try {
    readdirSync(folder);
    return null;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code ?? String(error);
  }
}

/** In microdollars. */
function ceilingsOf(set: Settings): Ceilings {
  const given = { account: set.COST_LIMIT_ACCOUNT_DAY, day: set.COST_LIMIT_DAY, month: set.COST_LIMIT_MONTH };
  const inMicrodollars = (dollars: number | undefined) => (dollars === undefined ? [] : [Math.round(dollars * 1e6)]);
  return Object.fromEntries(
    Object.entries(given).flatMap(([ceiling, dollars]) => inMicrodollars(dollars).map((most) => [ceiling, most])),
  );
}
