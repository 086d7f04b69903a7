import { z } from 'zod';
import { lineOfText, StrictBrandChanges } from '@parley/core/api';
import { MAIL_NAMES, MailTexts } from './mail-texts.ts';

const Picture = z
  .string('must name a file')
  .regex(/^\w[\w.-]{0,79}\.(?:svg|png)$/, 'must be the name of an SVG or PNG file in the same folder');
const Png = z
  .string('must name a file')
  .regex(/^\w[\w.-]{0,79}\.png$/, 'must be the name of a PNG file in the same folder');

const Paragraph = lineOfText(400);
const Feature = z.strictObject({ title: lineOfText(60), text: Paragraph }, 'must be an object with title and text');

/** The file of `BRAND`. Every field is optional; what is missing stays as it is. */
export const BrandFile = z
  .strictObject(
    {
      name: z.exactOptional(lineOfText(40).refine((name) => name !== 'Parley', 'must be a name of your own')),
      description: z.exactOptional(lineOfText(200)),
      logo: z.exactOptional(Picture),
      logoDark: z.exactOptional(Picture),
      mark: z.exactOptional(Picture),
      markDark: z.exactOptional(Picture),
      favicon: z.exactOptional(Picture),
      icons: z.exactOptional(
        z.strictObject(
          {
            apple: z.exactOptional(Png),
            small: z.exactOptional(Png),
            large: z.exactOptional(Png),
            maskable: z.exactOptional(Png),
          },
          'must be an object with apple, small, large or maskable',
        ),
      ),
      sharePicture: z.exactOptional(Png),
      ...StrictBrandChanges.shape,
      landing: z.exactOptional(
        z.strictObject(
          {
            title: z.exactOptional(lineOfText(80)),
            lead: z.exactOptional(Paragraph),
            features: z.exactOptional(
              z.array(Feature, 'must be a list').min(1, 'must have an entry').max(8, 'must have at most 8 entries'),
            ),
            closing: z.exactOptional(lineOfText(120)),
            picture: z.exactOptional(
              z.strictObject(
                { file: Picture, dark: z.exactOptional(Picture), alt: lineOfText(200) },
                'must be an object with file and alt, and dark if there is one for dark mode',
              ),
            ),
          },
          'must be an object with title, lead, features, closing or picture',
        ),
      ),
      mails: z.exactOptional(
        z.strictObject(
          Object.fromEntries(MAIL_NAMES.map((name) => [name, z.exactOptional(MailTexts[name])])) as {
            [Name in (typeof MAIL_NAMES)[number]]: z.ZodExactOptional<(typeof MailTexts)[Name]>;
          },
          'must be an object with mails by name, such as { "verifyAddress": { "subject": "Welcome" } }',
        ),
      ),
    },
    { error: ({ code }) => (code === 'invalid_type' ? 'must be an object' : undefined) },
  )
  .refine(({ name, logo, mark }) => name !== undefined || (logo === undefined && mark === undefined), {
    path: ['name'],
    error: 'is missing; a logo needs the name that it stands for',
  });
export type BrandFile = z.infer<typeof BrandFile>;
