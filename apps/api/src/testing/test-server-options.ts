import type { Logger } from 'pino';
import type { Sandbox } from '@parley/sandbox';
import type { DoctorFinding, FreeRule } from '@parley/core';
import type { AppSettings } from '../settings/app-settings.ts';
import type { AppDependencies } from '../services.ts';
import type { AppleSettings } from '../auth/apple/apple-settings.ts';
import type { OidcSettings } from '../auth/oidc/oidc-settings.ts';
import type { CheckoutOptions } from '../billing/billing-settings.ts';
import type { ModerationChoices } from '../chat/moderation/moderation.ts';
import type { ModelLimits } from '../chat/model/model-limits.ts';
import type { Moderator } from '../chat/model/moderator.ts';
import type { AssistantSettings } from '../chat/modes/prompt/assistant-settings.ts';
import type { Backends } from '../chat/modes/mode.ts';
import type { Cluster } from '../cluster/cluster.ts';
import type { Deadlines } from '../limits/deadlines.ts';
import type { Mailer } from '../mail/mail.ts';
import type { OwnPlan } from '../plans/plan-file.ts';
import type { PriceList } from '../spending/prices.ts';
import type { Storage } from '../storage/storage.ts';

export interface TestServerOptions {
  /** In microdollars; none by default. */
  costCeilings?: AppSettings['costCeilings'];
  storage?: Storage;
  /** The cluster that this server joins; by default it runs alone. */
  cluster?: Cluster;
  /** A running sandbox, which stays open after this server closes and keeps sending events to its previous URL. */
  sandbox?: Sandbox;
  usageRule?: FreeRule;
  lesser?: AppSettings['lesser'];
  /** Plans instead of the three that come with the product. */
  ownPlans?: OwnPlan[];
  adminEmails?: string[];
  adminSupportEmails?: string[];
  adminsNeedSecondFactor?: boolean;
  emailsVerifiedAtOnce?: boolean;
  verifiesFirst?: boolean;
  api?: 'responses' | 'chat';
  /** The model's context length; 128,000 by default. */
  contextTokens?: number;
  rateLimits?: Partial<AppSettings['rateLimits']>;
  /** Timeouts for model requests; by default those of the product. */
  modelLimits?: Partial<ModelLimits>;
  /** Delay of the sandbox between two deltas, in milliseconds. */
  delayMs?: number;
  /** Replaces some of the sandbox's back ends. */
  backends?: (own: Backends, sandbox: Sandbox) => Partial<Backends>;
  publicUrl?: string;
  /** Changes to the stand-in's settings for Sign in with Apple; null disables it. */
  apple?: Partial<AppleSettings> | null;
  /** Changes to the settings of the sandbox's OpenID Connect provider; without them, there is none. */
  oidc?: Partial<OidcSettings>;
  /** Null disables billing; otherwise the sandbox's Stripe is used. */
  billing?: null;
  /** Options of the checkout page; all off by default. */
  checkout?: Partial<CheckoutOptions>;
  /** Host names besides the loopback ones that it answers to; by default it answers to all. */
  ownHostnames?: string[];
  corsOrigins?: string[];
  trustedProxies?: number;
  /** The folder of the web client; by default it is not built. */
  webRoot?: string;
  /** Whether conversations can be shared; on by default. */
  makesShareLinks?: boolean;
  /** The accounts that can have API keys; all by default. */
  apiKeys?: AppSettings['apiKeys'];
  /** Null disables mail; otherwise the sandbox's mailbox is used. */
  mailer?: Mailer | null;
  /** Whether the model names new conversations; off by default, because some tests count its requests. */
  namesConversations?: boolean;
  assistant?: AssistantSettings;
  /** What is done with questions that the sandbox, or another moderator, flags; they are not checked by default. */
  moderation?: ModerationChoices & { deadlineMs?: number; moderator?: Moderator };
  /** The operator's own product; none by default. */
  languages?: AppDependencies['languages'];
  brand?: AppDependencies['brand'];
  /** The shipped prices by default, for which the sandbox is free. */
  prices?: PriceList;
  logger?: Logger;
  /** What the doctor finds; nothing by default. */
  examine?: () => Promise<DoctorFinding[]>;
  deadlines?: Partial<Deadlines>;
  /** Whether passwords are hashed as slowly as in production, for tests about timing. */
  hashesSlowly?: boolean;
  now?: () => number;
}
