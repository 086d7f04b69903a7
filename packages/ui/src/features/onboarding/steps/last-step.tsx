import { isManaged, standingOf, type Usage, t, plural } from '@parley/core';
import type { ReactNode } from 'react';
import { formatRelativeTime } from '../../../kit/text/format/format-relative-time.ts';
import { useToday } from '../../../kit/hooks/use-today.ts';
import { howOften } from '../../../kit/plans/free-messages.ts';
import { standingWords } from '../../../kit/plans/standing-words.ts';
import { useClient, useSession } from '../../../stores/client.ts';
import { PremiumStep } from './premium-step.tsx';
import { StalledStep } from './stalled-step.tsx';
import { UnsoldStep } from './unsold-step.tsx';

interface LastStepProps {
  /** Set when the free messages are used up; `usage` is null until it is loaded. */
  limit: { usage: Usage | null } | null;
  manage: ReactNode;
  onPrevious: () => void;
  onClose: () => void;
}

/**
 * The last step: the plans. At the limit it says when the user can write again, and can still be closed to keep
 * reading.
 */
export function LastStep({ limit, manage, onPrevious, onClose }: LastStepProps) {
  const { settings } = useClient().platform;
  const { messagesLimit, windowHours, takesPayments, sellsOwnPlans } = settings;
  const more = sellsOwnPlans ? t`Premium has more.` : t`Premium is unlimited.`;
  const often = howOften(windowHours);
  const free = plural(
    messagesLimit,
  )`Free gives you ${messagesLimit} message ${often}.|Free gives you ${messagesLimit} messages ${often}.`;
  // The messages are left, but those of a mode are not.
  const isOfMode = limit?.usage?.limits !== undefined && !limit.usage.isLimitReached;
  const user = useSession((session) => session.user);
  const today = useToday();
  const words = limit
    ? {
        title: isOfMode ? t`Get more with Premium` : t`You’ve used your free messages`,
        lead: isOfMode
          ? t`You can still send messages in the other modes.`
          : [nextFree(limit.usage, today), more, t`You can still read everything here.`].join(' '),
        onPrevious: undefined,
      }
    : {
        title: t`Keep the conversation going`,
        lead: `${free} ${more}`,
        onPrevious,
      };
  const out = { label: limit ? t`Keep reading` : t`Start chatting`, onLeave: onClose };
  if (user && isManaged(standingOf(user))) {
    const { note } = standingWords(user, settings);
    return (
      <StalledStep title={words.title} lead={note ?? ''} out={out} manage={manage} onPrevious={words.onPrevious} />
    );
  }
  if (!takesPayments) return <UnsoldStep {...words} out={out} />;
  return <PremiumStep {...words} manage={manage} out={limit && out} />;
}

function nextFree(usage: Usage | null, today: Date): string {
  if (!usage) return t`You can send more when your limit resets.`;
  return t`You can send more ${formatRelativeTime(usage.periodEnd, today)}.`;
}
