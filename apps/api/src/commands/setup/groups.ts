import type { Check } from '../../doctor/check.ts';
import { mailCheck } from '../../doctor/checks/mail-check.ts';
import { modelChecks } from '../../doctor/checks/model-checks.ts';
import { stripeCheck } from '../../doctor/checks/stripe-check.ts';
import type { Config } from '../../settings/config.ts';
import type { Settings } from '../../settings/settings.ts';

export interface Question {
  setting: keyof Settings;
  text: string;
  /** Whether typing is not shown. */
  isSecret?: boolean;
  /** Whether the group works without it. */
  isOptional?: boolean;
}

/** Settings that belong together. Skipping a required question before any answer skips the group. */
export interface Group {
  about: string;
  questions: readonly Question[];
  /** What can be tried before the server runs. */
  checksOf(config: Config): Check[];
}

/** The few settings that most servers need, in the order of asking. */
export const GROUPS: readonly Group[] = [
  {
    about: 'The model. Without one, a demo assistant answers.',
    questions: [
      {
        setting: 'OPENAI_BASE_URL',
        text: 'Address of its API, such as https://api.openai.com/v1 or http://localhost:11434/v1',
        // Without an address, the key is for OpenAI.
        isOptional: true,
      },
      { setting: 'OPENAI_API_KEY', text: 'API key, if the service needs one', isSecret: true },
      { setting: 'OPENAI_MODEL', text: 'Name of the model' },
    ],
    checksOf: ({ model, isProduction }) => modelChecks(model, isProduction),
  },
  {
    about: 'The address that people open. Without one, it is http://localhost:3000.',
    questions: [{ setting: 'PUBLIC_URL', text: 'Address, such as https://chat.example.com' }],
    // Nothing answers there before the server runs.
    checksOf: () => [],
  },
  {
    about: 'Mail. Without a server for it, no one can verify an email or reset a password.',
    questions: [
      {
        setting: 'SMTP_URL',
        text: 'Mail server, such as smtps://user:password@smtp.example.com',
        isSecret: true,
      },
      { setting: 'MAIL_FROM', text: 'Sender, such as Parley <hello@example.com>' },
    ],
    checksOf: (config) => (config.mail ? [mailCheck(config.mail, config)] : []),
  },
  {
    about: 'Payments with Stripe. Without it, nothing is sold.',
    questions: [
      { setting: 'STRIPE_SECRET_KEY', text: 'Secret key, which starts with sk_', isSecret: true },
      {
        setting: 'STRIPE_WEBHOOK_SECRET',
        text: 'Signing secret of the webhook, which starts with whsec_',
        isSecret: true,
      },
      { setting: 'STRIPE_PRICE_WEEKLY', text: 'Price of the weekly plan, which starts with price_' },
      { setting: 'STRIPE_PRICE_MONTHLY', text: 'Price of the monthly plan' },
      { setting: 'STRIPE_PRICE_YEARLY', text: 'Price of the yearly plan' },
    ],
    checksOf: ({ billing, apiUrl, publicUrl, port }) =>
      billing ? [stripeCheck(billing, [apiUrl ?? publicUrl ?? `http://localhost:${port}`])] : [],
  },
];
