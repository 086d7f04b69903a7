import { ATTACHMENT_LIMITS, type Attachment } from '@parley/core';

/** The valid attachments in a stored value. */
export function readAttachmentList(value: unknown): Attachment[] {
  return Array.isArray(value) ? value.filter(isAttachment) : [];
}

function isAttachment(value: unknown): value is Attachment {
  const attachment = value as Partial<Record<keyof Attachment, unknown>> | null;
  return (
    typeof attachment?.id === 'string' &&
    typeof attachment.name === 'string' &&
    typeof attachment.url === 'string' &&
    typeof attachment.size === 'number' &&
    typeof attachment.type === 'string' &&
    Object.hasOwn(ATTACHMENT_LIMITS, String(attachment.kind))
  );
}
