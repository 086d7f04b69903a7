import { z } from 'zod';
import { COLOR_NAMES, type ColorName } from '../../brand/palette.ts';
import { MODES } from '../../chat/modes.ts';
import { idsOf } from '../enum-of.ts';
import { t } from '../../language/translate.ts';
import { Success, Time } from '../response.ts';

/** Control characters, and marks that reverse the order of what follows. */
const UNSHOWN = /[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u;

/** Anything but spaces and characters without a shape, such as the zero-width space. */
const SHOWN = /[^\p{C}\p{Z}]/u;

/** A text of one line. */
export function lineOfText(most: number) {
  return z
    .string('must be a text')
    .trim()
    .min(1, t`must not be empty`)
    .refine((text) => text === '' || SHOWN.test(text), t`must not be empty`)
    .max(most, `must have at most ${most} characters`)
    .refine((text) => !UNSHOWN.test(text), 'must be one line without control characters or marks of direction');
}

const Color = z
  .string('must be a color such as "#17508f"')
  .regex(/^#[\da-f]{6}$/i, t`must be a color of six hexadecimal digits, such as "#17508f"`);

const Moment = z.iso.datetime({ offset: true, error: t`must be a time such as "2026-12-01T22:00:00Z"` });
const Mode = z.enum(idsOf(MODES), `must be one of ${idsOf(MODES).join(', ')}`);

/** What can be changed at /admin, besides in the file of `BRAND`. A strict object refuses unknown fields. */
function changesOf(object: typeof z.object) {
  const Colors = object(
    Object.fromEntries(COLOR_NAMES.map((name) => [name, z.exactOptional(Color)])) as {
      [Name in ColorName]: z.ZodExactOptional<typeof Color>;
    },
    'must be an object with colors by name, such as { "accent": "#17508f" }',
  );
  const Prompt = object(
    { mode: Mode.describe('The mode in which it is sent.'), text: lineOfText(120) },
    'must be an object with mode and text',
  );
  const Banner = object(
    {
      text: lineOfText(300),
      from: z.exactOptional(Moment).describe('When what it announces begins. Shown in the time zone of the reader.'),
      until: z.exactOptional(Moment).describe('When that ends; the banner is gone from then on.'),
    },
    'must be an object with text, and from and until if it has a time',
  ).refine(({ from, until }) => !from || !until || Date.parse(from) < Date.parse(until), {
    path: ['until'],
    error: t`must be later than from`,
  });
  return object(
    {
      welcome: z.exactOptional(lineOfText(80)).describe('The heading of an empty chat.'),
      prompts: z.exactOptional(
        z
          .array(Prompt, t`must be a list`)
          .min(1, t`must have an entry`)
          .max(4, t`must have at most 4 entries`),
      ),
      colors: z.exactOptional(
        object(
          { light: z.exactOptional(Colors), dark: z.exactOptional(Colors) },
          'must be an object with light, dark or both',
        ),
      ),
      banner: z.exactOptional(Banner).describe('A notice above the chat and the landing page.'),
    },
    'must be an object',
  );
}

export const BrandChanges = changesOf(z.object);
export type BrandChanges = z.infer<typeof BrandChanges>;
export const StrictBrandChanges = changesOf(z.strictObject as typeof z.object);
export type BrandBanner = NonNullable<BrandChanges['banner']>;

/** Texts and pictures of the landing page; each one that is missing stays as it is. */
const BrandLanding = z.object({
  title: z.exactOptional(z.string()),
  lead: z.exactOptional(z.string()),
  features: z.exactOptional(z.array(z.object({ title: z.string(), text: z.string() }))),
  closing: z.exactOptional(z.string()),
  picture: z
    .exactOptional(
      z.object({
        src: z.string(),
        dark: z.exactOptional(z.string()),
        alt: z.string(),
        width: z.number(),
        height: z.number(),
      }),
    )
    .describe('In place of the played conversations.'),
});

/** A page that people accept before they send messages. */
export const AcceptedDocument = z.enum(['terms', 'privacy']);
export type AcceptedDocument = z.infer<typeof AcceptedDocument>;

/** The operator's own product, as clients show it. */
export const Brand = z.object({
  welcome: z.exactOptional(z.string()),
  prompts: BrandChanges.shape.prompts,
  landing: z.exactOptional(BrandLanding),
  banner: BrandChanges.shape.banner,
  documents: z
    .exactOptional(z.partialRecord(AcceptedDocument, z.string()))
    .describe('The versions of the pages that people accept before they send messages.'),
  styles: z.exactOptional(z.string()).describe('CSS with the logo and the colors; our own pages contain it already.'),
});
export type Brand = z.infer<typeof Brand>;

/** GET /api/brand */
export const BrandResponse = Success.extend({ brand: Brand });
export type BrandResponse = z.infer<typeof BrandResponse>;

/** GET /api/admin/brand, PUT /api/admin/brand */
export const AdminBrandResponse = Success.extend({
  changes: BrandChanges.describe('What was changed here. It wins over the file.'),
  file: BrandChanges.describe('What the file of `BRAND` says of the same.'),
  revision: z.int().describe('To be sent back with the next change.'),
});
export type AdminBrandResponse = z.infer<typeof AdminBrandResponse>;

/** PUT /api/admin/brand */
export const AdminBrandRequest = z.object({ changes: BrandChanges, revision: z.int().min(0) });
export type AdminBrandRequest = z.infer<typeof AdminBrandRequest>;

/** A version of a page that a user accepted. */
export const Acceptance = z.object({ document: AcceptedDocument, version: z.string(), acceptedAt: Time });
export type Acceptance = z.infer<typeof Acceptance>;

/** GET /api/account/acceptances, POST /api/account/acceptances */
export const AcceptancesResponse = Success.extend({
  accepted: z.array(Acceptance).describe('Oldest first.'),
  missing: z
    .array(Acceptance.pick({ document: true, version: true }))
    .describe('Messages are refused until these are accepted.'),
});
export type AcceptancesResponse = z.infer<typeof AcceptancesResponse>;

/** POST /api/account/acceptances: the versions that the user was shown. */
export const AcceptRequest = z.object({
  documents: z
    .array(z.object({ document: AcceptedDocument, version: z.string().min(1).max(40) }))
    .min(1)
    .max(2),
});
export type AcceptRequest = z.infer<typeof AcceptRequest>;
