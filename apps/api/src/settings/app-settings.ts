import type { FreeRule, ProductSettings } from '@parley/core';
import type { AppleSettings } from '../auth/apple/apple-settings.ts';
import type { OidcSettings } from '../auth/oidc/oidc-settings.ts';
import { relyingPartyAt } from '../auth/passkeys/relying-party.ts';
import type { BillingSettings } from '../billing/billing-settings.ts';
import type { AssistantSettings } from '../chat/modes/prompt/assistant-settings.ts';
import type { Languages } from '../language/languages.ts';
import type { LesserSettings } from '../plans/plans.ts';
import type { OwnPlan } from '../plans/plan-file.ts';
import type { Ceilings } from '../storage/storage.ts';
import type { RequestLimits } from '../limits/request-limits.ts';

/** Settings of the application, once addresses and stand-ins are known. */
export interface AppSettings {
  productName: string;
  /** The origin that users open. A function, because the port may be known only once the server listens. */
  publicUrl: () => string;
  /**
   * The origin at which clients reach this server; another one than the public URL if a static host serves the pages.
   */
  apiUrl: () => string;
  /** Host names that it answers to besides the loopback ones; null when it listens on a network and answers to all. */
  ownHostnames: string[] | null;
  /** Other origins whose pages may call the API. */
  corsOrigins: string[];
  /** Number of proxies in front of this server; the client's address is read from the headers that they add. */
  trustedProxies: number;
  /** The free tier's limits. */
  usageRule: FreeRule;
  /** The model that goes on when the free messages are used up; absent for none. */
  lesser?: LesserSettings | null;
  /** The plans of the operator's file; null for the three that come with the product. */
  ownPlans: OwnPlan[] | null;
  jwtSecret: string;
  /** What may be spent on the services, in microdollars; without ceilings by default. */
  costCeilings?: Ceilings;
  /** Null disables Sign in with Apple. */
  apple: AppleSettings | null;
  /** OpenID Connect providers that people can sign in with. */
  oidc: OidcSettings[];
  /** Null disables billing: every user who is not an admin stays on the free tier. */
  billing: BillingSettings | null;
  adminEmails: string[];
  /** Staff without access to money, deletion and settings. */
  adminSupportEmails: string[];
  /** Whether admins need a second factor to act as admins. */
  adminsNeedSecondFactor: boolean;
  /** What the landing page may advertise. */
  offers: Pick<ProductSettings, 'searchesWeb' | 'drawsPictures' | 'takesDictation' | 'readsAloud'>;
  emailsVerifiedAtOnce: boolean;
  /** Whether only accounts with a verified address may send messages. */
  verifiesFirst: boolean;
  /** Addresses of the desktop app. */
  downloads: ProductSettings['downloads'];
  /** The folder of the built web client. */
  webRoot: string;
  /** Whether users can share conversations by links, and existing links work. */
  makesShareLinks: boolean;
  /** The accounts that can have and use API keys. */
  apiKeys: ProductSettings['apiKeys'];
  rateLimits: RequestLimits;
  /** The assistant's instructions and limits; the built-in ones by default. */
  assistant?: AssistantSettings;
  /** Whether a model names new conversations. */
  namesConversations: boolean;
  /** Null disables /metrics. */
  metricsToken: string | null;
}

/** The settings that clients may read. */
export function productSettings(settings: AppSettings, sendsMail: boolean, { offered }: Languages): ProductSettings {
  const { productName, usageRule, apple, oidc, billing } = settings;
  return {
    productName,
    messagesLimit: usageRule.limit,
    windowHours: usageRule.windowLength / 3_600_000,
    appleClientId: apple?.clientId ?? null,
    appleScriptUrl: apple?.scriptUrl ?? null,
    ...(oidc.length > 0 && { signInProviders: oidc.map(({ id, name }) => ({ id, name })) }),
    ...(relyingPartyAt(settings.publicUrl()) && { takesPasskeys: true as const }),
    remembersDevices: true,
    sendsMail,
    takesPayments: billing !== null,
    ...(settings.ownPlans && { sellsOwnPlans: true as const }),
    ...settings.offers,
    verifiesFirst: settings.verifiesFirst,
    makesShareLinks: settings.makesShareLinks,
    apiKeys: settings.apiKeys,
    downloads: settings.downloads,
    ...(offered.length > 1 && { languages: [...offered] }),
  };
}
