import { t } from '../language/translate.ts';
import type { AttachmentKind } from '../api/chat/files.ts';

/** Files that one message may carry. */
export const MAX_ATTACHMENTS = 5;

const MB = 1024 * 1024;

/** Maximum size in bytes. */
export const ATTACHMENT_LIMITS: Record<AttachmentKind, number> = {
  image: 10 * MB,
  text: 5 * MB,
  pdf: 20 * MB,
  office: 20 * MB,
};

/** Maximum width times height of a picture, in pixels. */
export const MAX_PIXELS = 40_000_000;

/** Kinds by the ending of the name. Browsers declare a wrong type for some endings, such as a video for TypeScript. */
const ENDINGS: Record<AttachmentKind, RegExp> = {
  pdf: /\.pdf$/i,
  office: /\.(do(c[xm]?|t[xm])|xl(s[xmb]?|t[xm])|pp(t[xm]?|s[xm]?)|pot[xm]|o[dt][tsp]|rtf|epub|eml)$/i,
  image: /\.(png|jpe?g|hei[cf])$/i,
  text: /\.(csv|[cm]?ts)$/i,
};

const KINDS = Object.keys(ENDINGS) as AttachmentKind[];

/** What is surely none of the accepted kinds. */
const REFUSED = /^(audio|video|font)\/|\/(zip|gzip|vnd.rar|x-(zip|7z|rar|tar))/;

/**
 * Guesses how a file is read, before its bytes are known: by the ending of its name, else by its declared type, else as
 * text. Null for what is never accepted. The server decides by the bytes.
 */
export function attachmentKind(type: string, name = ''): AttachmentKind | null {
  for (const kind of KINDS) if (ENDINGS[kind].test(name)) return kind;
  const plain = plainType(type);
  if (REFUSED.test(plain)) return null;
  if (plain.startsWith('image/')) return 'image';
  if (plain.endsWith('/pdf')) return 'pdf';
  return /(office|open)document|\Wms-?(word|excel|powerp)|\/rtf|epub/.test(plain) ? 'office' : 'text';
}

/** A MIME type without its parameters. */
export function plainType(type: string): string {
  return type.split(';', 1)[0]?.trim().toLowerCase().slice(0, 100) ?? '';
}

export function unsupportedType(type: string): string {
  return t`Unsupported file type: ${type || t`unknown`}. Please upload images, .txt, or .pdf files.`;
}

export function tooLarge(kind: AttachmentKind): string {
  const most = ATTACHMENT_LIMITS[kind] / MB;
  return {
    image: t`Images can be up to ${most} MB.`,
    text: t`Text files can be up to ${most} MB.`,
    pdf: t`PDFs can be up to ${most} MB.`,
    office: t`Documents can be up to ${most} MB.`,
  }[kind];
}

export const EMPTY_FILE = t`This file is empty.`;
