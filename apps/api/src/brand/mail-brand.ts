import { completeColors, type Theme } from '@parley/core';
import type { MailColors } from '../mail/email-template.ts';
import type { Brand } from './brand.ts';
import type { BrandMails } from './mail-texts.ts';

/** The operator's words and colors for mails, as they are when a mail is written. */
export function mailBrand(brand: Pick<Brand, 'look'>): () => { mails: BrandMails; colors: MailColors } {
  return () => {
    const { file, colors } = brand.look;
    const of = (theme: Theme) => completeColors(colors?.[theme] ?? {}, theme);
    return { mails: file?.file.mails ?? {}, colors: { light: of('light'), dark: of('dark') } };
  };
}
