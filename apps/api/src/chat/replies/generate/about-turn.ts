import { receivedText } from '@parley/core';
import type { UserRecord } from '../../../storage/storage.ts';
import { DEFAULT_ASSISTANT } from '../../modes/prompt/assistant-settings.ts';
import type { NewReply } from '../accept/accept-message.ts';
import type { RepliesDependencies } from '../replies-dependencies.ts';

/** What the model reads about the user, the product and the reply that it continues. */
export function aboutTurn(
  { acceptedAt, continued, length }: NewReply,
  user: UserRecord,
  { settings, plans }: Pick<RepliesDependencies, 'settings' | 'plans'>,
) {
  const { searchesByItself, about, answerStyle, keepsMemories } = user;
  const { productName, assistant = DEFAULT_ASSISTANT } = settings;
  return {
    productName,
    assistant,
    searchesByItself,
    ...(plans.refusalOfMode(user, 'web_search') !== null && { isSearchLocked: true as const }),
    about,
    answerStyle,
    keepsMemories,
    now: acceptedAt,
    ...(continued && { begun: receivedText(continued) }),
    ...(length && { length }),
  };
}
