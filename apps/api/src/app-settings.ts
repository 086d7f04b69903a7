import type { ProductSettings, UsageRule } from '@parley/core';
import type { AppleSettings } from './auth/apple/apple-settings.ts';
import type { BillingSettings } from './billing/billing-settings.ts';
import type { AssistantSettings } from './chat/modes/prompt/assistant-settings.ts';
import type { RequestLimits } from './limits/request-limits.ts';

/** Settings of the application, once addresses and stand-ins are known. */
export interface AppSettings {
  productName: string;
  /** The origin that users open. A function, because the port may be known only once the server listens. */
  publicUrl: () => string;
  /** Host names that it answers to besides the loopback ones; null when it listens on a network and answers to all. */
  ownHostnames: string[] | null;
  /** Other origins whose pages may call the API. */
  corsOrigins: string[];
  /** Number of proxies in front of this server; the client's address is read from the headers that they add. */
  trustedProxies: number;
  usageRule: UsageRule;
  jwtSecret: string;
  /** Null disables Sign in with Apple. */
  apple: AppleSettings | null;
  /** Null disables billing: every user who is not an admin stays on the free tier. */
  billing: BillingSettings | null;
  adminEmails: string[];
  /** What the landing page may advertise. */
  offers: Pick<ProductSettings, 'searchesWeb' | 'drawsPictures'>;
  emailsVerifiedAtOnce: boolean;
  /** Whether only accounts with a verified address may send messages. */
  verifiesFirst: boolean;
  /** Addresses of the desktop app. */
  downloads: ProductSettings['downloads'];
  /** The folder of the built web client. */
  webRoot: string;
  rateLimits: RequestLimits;
  /** The assistant's instructions and limits; the built-in ones by default. */
  assistant?: AssistantSettings;
  /** Whether a model names new conversations. */
  namesConversations: boolean;
  /** Null disables /metrics. */
  metricsToken: string | null;
}

/** The settings that clients may read. */
export function productSettings(settings: AppSettings, sendsMail: boolean): ProductSettings {
  const { productName, usageRule, apple, billing } = settings;
  return {
    productName,
    messagesLimit: usageRule.limit,
    windowHours: usageRule.windowLength / 3_600_000,
    appleClientId: apple?.clientId ?? null,
    appleScriptUrl: apple?.scriptUrl ?? null,
    sendsMail,
    takesPayments: billing !== null,
    ...settings.offers,
    verifiesFirst: settings.verifiesFirst,
    downloads: settings.downloads,
  };
}
