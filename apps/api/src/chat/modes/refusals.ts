import { AppError, t, type Attachment, type Capability } from '@parley/core';
import { CANNOT } from '../model/features/feature-support.ts';
import type { ModelCapabilities } from '../model/model.ts';

export const NO_PICTURE_WORDS = t`Describe the image you want.`;

/** The error for a question's files that this model cannot read; null when it can read them all. */
export function attachmentRefusal(
  attachments: Attachment[],
  { seesPictures, readsPdf }: Pick<ModelCapabilities, 'seesPictures' | 'readsPdf'>,
): AppError | null {
  if (!seesPictures.ok && attachments.some(({ kind }) => kind === 'image')) {
    return new AppError('unsupported-type', seesPictures.reason === undefined ? {} : { message: seesPictures.reason });
  }
  return !readsPdf && !seesPictures.ok && attachments.some(({ isScanned }) => isScanned)
    ? new AppError('unsupported-type', { message: CANNOT.documents })
    : null;
}

/** The error for an unavailable capability; null when it is available. */
export function capabilityRefusal({ ok, reason }: Capability): AppError | null {
  return ok ? null : new AppError('unavailable', reason === undefined ? {} : { message: reason });
}
