import { z } from 'zod';
import { emailProblem, isLanguage, LANGUAGES, normalizeEmail } from '@parley/core';
import { DEFAULT_ASSISTANT } from '../chat/modes/prompt/assistant-settings.ts';
import { SEARCH_PROVIDERS } from '../chat/search/search-services.ts';

/** A whole number; `what` is the error message. */
const whole = (what: string, least: number, most = Number.MAX_SAFE_INTEGER) =>
  z.coerce.number(what).int(what).min(least, what).max(most, what);
const path = z
  .string()
  .refine(
    (value) => !/^(?:~|[a-z][a-z\d+.-]+:\/\/)/i.test(value),
    'must be a path on this machine, such as /srv/parley, written out without ~',
  );
const DOLLARS = 'must be a number of dollars from 0.01 to 1000000; leave it out for no limit';
const dollars = z.coerce.number(DOLLARS).min(0.01, DOLLARS).max(1_000_000, DOLLARS).optional();
const port = whole('must be a port number, 0 to 65535', 0, 65_535);
/** It becomes a header, which takes no other characters. */
const apiKey = z.string().regex(/^[ -~]+$/, 'must have only plain letters, digits and signs; copy the key again');
const httpUrl = z.string().refine((value) => ['http:', 'https:'].includes(URL.parse(value)?.protocol ?? ''), {
  error: 'must be a URL that starts with http:// or https://',
  abort: true,
});
/** A plain `#`, `/` or `?` in a password cuts the URL off before its host. */
const NOT_A_URL =
  'isn’t a valid URL: check its host and port, and write special characters of the password as encodeURIComponent does';
const schemeOf = (value: string) => `${value.split(':', 1)[0]?.toLowerCase()}:`;
/** Whether this is an origin exactly as browsers write it. */
function isOrigin(value: string): boolean {
  const url = URL.parse(value);
  const isWeb = url?.protocol === 'http:' || url?.protocol === 'https:';
  // `URL` reports no origin for custom schemes, such as those of desktop apps.
  return isWeb ? url.origin === value : /^[a-z][a-z\d+.-]*:\/\/[^\s/*?#@A-Z]+$/.test(value);
}
const flagOf = (usual: '0' | '1') =>
  z
    .enum(['0', '1', 'false', 'true'], 'must be 0 or 1')
    .default(usual)
    .transform((value) => value === '1' || value === 'true');
const flag = flagOf('0');

/** Email addresses of accounts, comma-separated. */
const addresses = (most: number, tooMany: string) =>
  z
    .string()
    .default('')
    .transform((list) => list.split(',').map(normalizeEmail).filter(Boolean))
    .refine((emails) => emails.length <= most, tooMany)
    .refine(
      (emails) => emails.every((email) => emailProblem(email) === null),
      'must be email addresses, comma-separated',
    );

/** Ids of languages, comma-separated. */
const languages = z
  .string()
  .transform((list) =>
    list
      .split(',')
      .map((each) => each.trim())
      .filter(Boolean),
  )
  .refine(
    (ids) => ids.every(isLanguage),
    `must be languages of ${LANGUAGES.map(({ id }) => id).join(', ')}, comma-separated`,
  )
  .transform((ids) => ids.filter(isLanguage));

/** Lists values for a message: "a, b or c". */
const anyOf = (values: string[]) => `${values.slice(0, -1).join(', ')} or ${values.at(-1)}`;

const LONGEST_WINDOW_HOURS = 365 * 24;
const WINDOW_HOURS = `must be a number of hours above 0, at most ${LONGEST_WINDOW_HOURS}`;

/** A random secret of 32 characters has more distinct characters than this, even in hexadecimal. */
const FEWEST_CHARACTERS = 8;

/** Every setting by its name. */
export type Settings = z.infer<typeof settings>;

/** The settings as the environment has them, each checked by itself. */
export const settings = z.object({
  NODE_ENV: z
    .enum(['development', 'production', 'test'], 'must be development, production or test')
    .default('development'),
  PORT: port.default(3000),
  HOST: z
    .string()
    .refine(
      // An IPv6 address may name its zone, as in `fe80::1%eth0`.
      (value) => URL.canParse(`http://${value.includes(':') ? `[${value.split('%', 1)[0]}]` : value}`),
      'must be an IP address or a host name of this machine, such as 127.0.0.1, or 0.0.0.0 for every network',
    )
    .default('127.0.0.1'),
  PUBLIC_URL: httpUrl
    .refine((value) => {
      const url = URL.parse(value);
      return url !== null && url.href === `${url.origin}/`;
    }, 'must be an origin such as https://chat.example.com, without a path')
    .transform((value) => new URL(value).origin)
    .optional(),
  API_URL: httpUrl
    .refine((value) => {
      const url = URL.parse(value);
      return url !== null && url.href === `${url.origin}${url.pathname}`;
    }, 'must be an address such as https://api.example.com, without a ?, a # or a user')
    .optional(),
  CORS_ORIGINS: z
    .string()
    .default('')
    .transform((list) =>
      list
        .split(',')
        .map((each) => each.trim())
        .filter(Boolean),
    )
    .refine(
      (origins) => origins.every(isOrigin),
      'must be exact origins such as https://chat.example.com, comma-separated, in lowercase, without a path or a *',
    ),
  DATA_DIR: path.default('./data'),
  DATABASE_URL: z
    .string()
    .regex(/^(sqlite:|mongodb(\+srv)?:\/\/)/, 'must start with sqlite:, mongodb:// or mongodb+srv://')
    .refine((value) => !/^sqlite:\s*(?:~|$)/.test(value), 'must name a file, such as sqlite:/srv/parley.db, without ~')
    .optional(),
  REDIS_URL: z
    .string()
    .refine((value) => ['redis:', 'rediss:'].includes(schemeOf(value)), {
      error: 'must be a URL that starts with redis:// or rediss://',
      abort: true,
    })
    .refine((value) => URL.canParse(value), NOT_A_URL)
    .optional(),
  PRODUCT_NAME: z.string().trim().max(40, 'must have at most 40 characters').default('Parley'),
  BRAND: path.optional(),
  SUPPORT_EMAIL: z.email('must be an email address').optional(),
  SOCIAL_URL: httpUrl.optional(),
  DESKTOP_MAC_URL: httpUrl.optional(),
  DESKTOP_WINDOWS_URL: httpUrl.optional(),
  DESKTOP_LINUX_URL: httpUrl.optional(),
  CONTENT_DIR: path.optional(),
  LANGUAGES: languages.optional(),
  JWT_SECRET: z
    .string()
    .refine((value) => Buffer.byteLength(value.trim()) >= 32, { error: 'must have at least 32 bytes', abort: true })
    .refine(
      (value) => new Set(value).size >= FEWEST_CHARACTERS,
      'must be random, but this one repeats a few characters; generate one with `openssl rand -hex 32`',
    )
    .optional(),
  SMTP_URL: z
    .string()
    .refine((value) => /^smtps?:\/\/[^/]/i.test(value), {
      error: 'must be a URL that starts with smtp:// or smtps://, such as smtp://mail.example.com:587',
      abort: true,
    })
    .refine((value) => Boolean(URL.parse(value)?.hostname), NOT_A_URL)
    .optional(),
  MAIL_FROM: z
    .string()
    .refine(
      (value) => !/\p{Cc}/u.test(value) && emailProblem(/^[^<>]*<([^<>]+)>$/.exec(value)?.[1] ?? value) === null,
      'must be an email address, optionally with a name: Name <address>',
    )
    .optional(),
  TRUST_PROXY: whole('must be a number of proxies, such as 1', 0).default(0),
  REGISTRATIONS_PER_HOUR: whole('must be a whole number of at least 1', 1).optional(),
  VERIFY_FIRST: flag,
  ADMIN_EMAILS: addresses(3, 'must be at most three addresses, comma-separated'),
  ADMIN_SUPPORT_EMAILS: addresses(20, 'must be at most twenty addresses, comma-separated'),
  ADMIN_SECOND_FACTOR: flag,
  FREE_MESSAGES: whole('must be a whole number of at least 0', 0).default(10),
  FREE_WINDOW_HOURS: z.coerce
    .number(WINDOW_HOURS)
    .positive(WINDOW_HOURS)
    .max(LONGEST_WINDOW_HOURS, WINDOW_HOURS)
    .default(12),
  OPENAI_API_KEY: apiKey.optional(),
  OPENAI_BASE_URL: httpUrl.optional(),
  OPENAI_API: z.enum(['auto', 'responses', 'chat'], 'must be auto, responses or chat').default('auto'),
  OPENAI_MODEL: z.string().optional(),
  OPENAI_MODEL_THINKING: z.string().optional(),
  OPENAI_MODEL_TITLE: z.string().optional(),
  OPENAI_IMAGE_MODEL: z.string().optional(),
  OPENAI_IMAGE_BASE_URL: httpUrl.optional(),
  OPENAI_IMAGE_API_KEY: apiKey.optional(),
  OPENAI_IMAGE_QUALITY: z.enum(['low', 'medium', 'high'], 'must be low, medium or high').default('medium'),
  OPENAI_TRANSCRIBE_MODEL: z.string().optional(),
  OPENAI_TRANSCRIBE_BASE_URL: httpUrl.optional(),
  OPENAI_TRANSCRIBE_API_KEY: apiKey.optional(),
  OPENAI_SPEECH_MODEL: z.string().optional(),
  OPENAI_SPEECH_BASE_URL: httpUrl.optional(),
  OPENAI_SPEECH_API_KEY: apiKey.optional(),
  OPENAI_SPEECH_VOICE: z.string().default('alloy'),
  OPENAI_SPEECH_FORMAT: z.enum(['mp3', 'wav'], 'must be mp3 or wav').default('mp3'),
  MODERATION: z.enum(['off', 'note', 'refuse'], 'must be off, note or refuse').default('off'),
  MODERATION_DOWN: z.enum(['allow', 'refuse'], 'must be allow or refuse').default('allow'),
  OPENAI_MODERATION_MODEL: z.string().optional(),
  OPENAI_MODERATION_BASE_URL: httpUrl.optional(),
  OPENAI_MODERATION_API_KEY: apiKey.optional(),
  SPEECH_CHARACTERS: whole('must be a whole number of characters of at least 1000', 1000, 10_000_000).default(50_000),
  DICTATION_MINUTES: whole('must be a whole number of minutes of at least 1', 1, 1440).default(20),
  SYSTEM_PROMPT: z.string().max(20_000, 'must have at most 20,000 characters').optional(),
  REPLY_TOKENS: whole('must be a number of tokens of at least 256', 256).default(DEFAULT_ASSISTANT.replyTokens),
  REPLY_TOKENS_THINKING: whole('must be a number of tokens of at least 256', 256).default(
    DEFAULT_ASSISTANT.thinkingReplyTokens,
  ),
  AUTO_TOOLS: flagOf('1'),
  SHARES: flagOf('1'),
  API_KEYS: z.enum(['0', '1', 'premium'], 'must be 0, 1 or premium').default('1'),
  CONTEXT_TOKENS: whole('must be a number of tokens from 2048 to 10000000', 2048, 10_000_000).optional(),
  SEARCH_PROVIDER: z.enum(SEARCH_PROVIDERS, `must be ${anyOf(SEARCH_PROVIDERS)}`).optional(),
  SEARXNG_URL: httpUrl.optional(),
  BRAVE_API_KEY: apiKey.optional(),
  TAVILY_API_KEY: apiKey.optional(),
  APPLE_CLIENT_ID: z.string().optional(),
  APPLE_TEAM_ID: z.string().optional(),
  APPLE_KEY_ID: z.string().optional(),
  APPLE_PRIVATE_KEY: z.string().optional(),
  GOOGLE_CLIENT_ID: z.string().optional(),
  GOOGLE_CLIENT_SECRET: z.string().optional(),
  OIDC_PROVIDERS: path.optional(),
  PRICES: path.optional(),
  COST_LIMIT_ACCOUNT_DAY: dollars,
  COST_LIMIT_DAY: dollars,
  COST_LIMIT_MONTH: dollars,
  PLANS: path.optional(),
  MODELS: path.optional(),
  LESSER_MODEL: z.string().optional(),
  LESSER_MESSAGES: whole('must be a whole number of at least 1', 1).optional(),
  STRIPE_SECRET_KEY: z.string().optional(),
  STRIPE_WEBHOOK_SECRET: z.string().optional(),
  STRIPE_PRICE_WEEKLY: z.string().optional(),
  STRIPE_PRICE_MONTHLY: z.string().optional(),
  STRIPE_PRICE_YEARLY: z.string().optional(),
  STRIPE_AUTOMATIC_TAX: flag,
  STRIPE_PROMOTION_CODES: flag,
  STRIPE_TERMS_CONSENT: flag,
  STRIPE_API_BASE: httpUrl.optional(),
  SANDBOX: flag,
  SANDBOX_PORT: port.optional(),
  SANDBOX_DELAY_MS: whole('must be a number of milliseconds', 0, 60_000).default(25),
  SANDBOX_FAULTS: flag,
  METRICS_TOKEN: z
    .string()
    .regex(/^[!-~]{16,}$/, 'must have at least 16 characters, without spaces')
    .optional(),
  LOG_LEVEL: z
    .enum(['silent', 'fatal', 'error', 'warn', 'info', 'debug', 'trace'], 'must be silent, error, warn, info or debug')
    .default('info'),
});
