import { z } from 'zod';
import { CAPABILITIES } from '../../chat/modes.ts';
import { DESKTOP_SYSTEMS } from '../../desktop/desktop-systems.ts';
import { INFO_PAGES } from '../../pages/info-pages.ts';
import { STATUS_PARTS } from '../../pages/status-parts.ts';
import { Brand } from './brand.ts';
import { enumOf, fieldPerId, idsOf } from '../enum-of.ts';
import { Success } from '../response.ts';

/** Where each system's desktop app can be downloaded; null if this server offers none for it. */
const Downloads = fieldPerId(idsOf(DESKTOP_SYSTEMS), z.string().nullable());
export type Downloads = z.infer<typeof Downloads>;

/** What a client needs to know about its server before sign-in. The API writes it into the page it serves. */
export const ProductSettings = z.object({
  productName: z.string(),
  messagesLimit: z.int().describe('Of the free tier.'),
  windowHours: z.number(),
  appleClientId: z.string().nullable().describe('Null if Sign in with Apple is not set up.'),
  appleScriptUrl: z.string().nullable(),
  signInProviders: z
    .exactOptional(z.array(z.object({ id: z.string(), name: z.string() })))
    .describe('OpenID Connect providers that people sign in with; absent if there are none.'),
  takesPasskeys: z
    .exactOptional(z.literal(true))
    .describe('Whether people can sign in with passkeys; absent where browsers allow none.'),
  remembersDevices: z
    .exactOptional(z.literal(true))
    .describe('Whether a browser can be remembered after a code; absent for pages of another origin.'),
  sendsMail: z.boolean().describe('Without mail, addresses cannot be verified and passwords cannot be reset.'),
  takesPayments: z.boolean(),
  sellsOwnPlans: z
    .exactOptional(z.literal(true))
    .describe('Whether the plans are the operator’s own; absent for the three that come with the product.'),
  searchesWeb: z.boolean(),
  drawsPictures: z.boolean(),
  takesDictation: z.boolean().describe('Whether speech can be turned into text.'),
  readsAloud: z.boolean().describe('Whether a speech model reads replies aloud.'),
  verifiesFirst: z.boolean().describe('Whether messages need a verified address.'),
  makesShareLinks: z.boolean().describe('Whether conversations can be shared by links.'),
  apiKeys: z.enum(['off', 'premium', 'all']).describe('Whose accounts can have API keys.'),
  languages: z
    .exactOptional(z.array(z.string()))
    .describe('The languages of this server’s pages, such as `pt-BR`; absent for English only.'),
  brand: z.exactOptional(Brand).describe('The operator’s own product; absent unless one is set up.'),
  downloads: Downloads.describe('Addresses of the desktop app, for the landing page.'),
});
export type ProductSettings = z.infer<typeof ProductSettings>;

/** GET /api/settings: for clients whose page does not come from this server. */
export const SettingsResponse = Success.extend({ settings: ProductSettings });
export type SettingsResponse = z.infer<typeof SettingsResponse>;

/** Whether this server supports something, and if not, why, as a sentence. */
export const Capability = z.object({ ok: z.boolean(), reason: z.exactOptional(z.string()) });
export type Capability = z.infer<typeof Capability>;

const Capabilities = fieldPerId(CAPABILITIES, Capability);
export type Capabilities = z.infer<typeof Capabilities>;

/** GET /api/capabilities */
export const CapabilitiesResponse = Success.extend(Capabilities.shape);
export type CapabilitiesResponse = z.infer<typeof CapabilitiesResponse>;

const Health = z.enum(['operational', 'degraded', 'down']);
/** The health of a part of the product. */
export type Health = z.infer<typeof Health>;

const MinuteHealth = z.enum([...Health.options, 'none']);
/** The health of a part within one minute; `none` if nothing was measured. */
export type MinuteHealth = z.infer<typeof MinuteHealth>;

export const StatusPart = z.object({
  id: enumOf(idsOf(STATUS_PARTS)),
  label: z.string(),
  status: Health.nullable().describe('From the latest measurements; null if there are none yet.'),
  reason: z.exactOptional(z.string()).describe('Why the part is not operational.'),
  lastHour: z.array(MinuteHealth).describe('60 minutes, the current one last.'),
});
export type StatusPart = z.infer<typeof StatusPart>;

/** GET /api/status */
export const StatusResponse = Success.extend({ parts: z.array(StatusPart) });
export type StatusResponse = z.infer<typeof StatusResponse>;

/** What stands on an information page, ready to be shown. */
const InfoPageContent = z.object({
  id: enumOf(idsOf(INFO_PAGES)),
  title: z.string(),
  description: z.string().describe('One sentence, for search engines and previews of links.'),
  markdown: z.string(),
});
export type InfoPageContent = z.infer<typeof InfoPageContent>;

/** GET /api/content/{page} */
export const ContentResponse = Success.extend(InfoPageContent.shape);
export type ContentResponse = z.infer<typeof ContentResponse>;
