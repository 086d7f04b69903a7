import { z } from 'zod';
import { lineOfText } from '@parley/core/api';

/** The mails whose words an operator can replace, and whether each has a button. */
const HAS_BUTTON = {
  verifyAddress: true,
  confirmNewAddress: true,
  resetPassword: true,
  addressHasAccount: true,
  passwordChanged: true,
  passkeyAdded: true,
  providerLinked: true,
  apiKeyCreated: true,
  secondFactorAdded: false,
  secondFactorRemoved: true,
  secondFactorRemovedForYou: true,
  recoveryCodeUsed: true,
  addressChangeAsked: true,
  addressChanged: false,
  accountDeleted: false,
  accountRemoved: false,
  exportOffered: true,
} as const;

export type MailName = keyof typeof HAS_BUTTON;
export const MAIL_NAMES = Object.keys(HAS_BUTTON) as MailName[];

const BUTTON = '{{button}}';
const PLACEHOLDER = /\{\{([^{}]*)\}\}/g;
const IN_TEXTS = ['product', 'site'];

/** Says what is wrong with the placeholders of a text; null if nothing is. */
function placeholderProblem(text: string, allowed: string[]): string | null {
  const unknown = [...text.matchAll(PLACEHOLDER)].map(([, name = '']) => name).find((name) => !allowed.includes(name));
  const list = allowed.map((name) => `{{${name}}}`).join(', ');
  if (unknown !== undefined) return `has the unknown placeholder {{${unknown}}}; use ${list}`;
  return /\{\{|\}\}/.test(text.replaceAll(PLACEHOLDER, '')) ? `has half a placeholder; use ${list}` : null;
}

function withPlaceholders<Schema extends z.ZodType<string>>(schema: Schema, allowed: string[]) {
  return schema.superRefine((text, context) => {
    const message = placeholderProblem(text, allowed);
    if (message !== null) context.addIssue({ code: 'custom', message });
  });
}

const Subject = withPlaceholders(lineOfText(120), IN_TEXTS);
const Paragraph = lineOfText(600);

function mailText(hasButton: boolean) {
  const paragraph = withPlaceholders(Paragraph, hasButton ? [...IN_TEXTS, 'button'] : IN_TEXTS);
  const body = z
    .array(paragraph, 'must be a list of paragraphs')
    .min(1, 'must have a paragraph')
    .max(12, 'must have at most 12 paragraphs')
    .refine(
      (paragraphs) => !hasButton || paragraphs.filter((text) => text.includes('{{button}}')).join() === BUTTON,
      'must have the paragraph "{{button}}" once: the mail needs its link',
    );
  return z.strictObject(
    { subject: z.exactOptional(Subject), body: z.exactOptional(body) },
    'must be an object with subject or body',
  );
}

type MailText = z.infer<ReturnType<typeof mailText>>;
export type BrandMails = { [Name in MailName]?: MailText | undefined };

/** The schema of each mail's words. */
export const MailTexts = Object.fromEntries(MAIL_NAMES.map((name) => [name, mailText(HAS_BUTTON[name])])) as Record<
  MailName,
  ReturnType<typeof mailText>
>;

interface Words {
  subject: string;
  before: string[];
  after: string[];
}

/** Replaces the words of a mail by the operator's. They stay plain text, which the template escapes. */
export function replaceWords<Mail extends Words>(
  mail: Mail,
  text: MailText | undefined,
  values: Record<string, string>,
): Mail {
  if (!text) return mail;
  const fill = (words: string) => words.replaceAll(PLACEHOLDER, (_, name: string) => values[name] ?? '');
  const subject = text.subject === undefined ? mail.subject : fill(text.subject);
  if (!text.body) return { ...mail, subject };
  const at = text.body.indexOf(BUTTON);
  const end = at === -1 ? text.body.length : at;
  return { ...mail, subject, before: text.body.slice(0, end).map(fill), after: text.body.slice(end + 1).map(fill) };
}
