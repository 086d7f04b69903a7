import { AppError, t } from '@parley/core';
import { openModerator } from '../../chat/model/open-moderator.ts';
import type { ModerationSettings } from '../../chat/moderation/moderation.ts';
import type { ServiceNames } from '../../settings/backend-settings.ts';
import { checkOf, ok, warning, type Check } from '../check.ts';
import { explainService, nameOf } from '../explain-service.ts';

/** Shorter than the deadline of a check, so that its end can be explained. */
const LIMITS = { connectMs: 3_000, moderationMs: 4_500 };
/** A white square. */
const PICTURE =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAEAAAABACAMAAACdt4HsAAAAA1BMVEX///+nxBvIAAAACXBIWXMAAAPoAAAD6AG1e1JrAAAAG0lEQVRYw+3BgQAAAADDoPlT3+AEVQEAAAB8AxBAAAEZszF2AAAAAElFTkSuQmCC';

/** Has the moderation service check a word and a picture. No check while it is off. */
export function moderationCheck(settings: ModerationSettings | null, names: ServiceNames): Check[] {
  if (settings === null) return [];
  const { service } = settings;
  return [
    checkOf(t`Moderation`, async () => {
      if (service === null)
        return ok(t`The sandbox checks what is asked. Set OPENAI_MODERATION_BASE_URL for a real one.`);
      const moderator = openModerator({ ...service, limits: LIMITS });
      const [text, picture] = await Promise.allSettled([
        moderator.flaggedIn({ texts: ['Hello.'], pictures: [] }),
        moderator.flaggedIn({ texts: [], pictures: [PICTURE] }),
      ]);
      const [failure] = [text, picture].flatMap((each) => (each.status === 'rejected' ? [each.reason as unknown] : []));
      if (failure === undefined) return ok(t`${nameOf(service)} checks texts and images.`);
      if (!(failure instanceof AppError)) throw failure;
      if (text.status === 'rejected' || failure.code !== 'model-rejected') {
        return explainService(failure, { ...service, settings: names });
      }
      return warning(
        t`${nameOf(service)} checks texts, but no images.`,
        t`MODERATION_DOWN decides about questions with images.`,
      );
    }),
  ];
}
