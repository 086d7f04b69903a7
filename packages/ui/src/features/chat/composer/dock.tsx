import { useChat, useClient, useSession } from '../../../stores/client.ts';
import { BelowButton } from '../scroll/below-button.tsx';
import type { Place } from '../scroll/follow-scroller.ts';
import { isPremium } from '@parley/core';
import { Composer } from './composer.tsx';
import { Hint } from './hint.tsx';
import { UsageCounter } from './usage-counter.tsx';

interface DockProps {
  conversationId: string;
  notice: Place['notice'];
  onBelow: () => void;
  onSend: () => void;
  onSignIn: () => void;
}

/** What stands at the foot of every chat: the composer, and what there is to say about it. */
export function Dock({ conversationId, notice, onBelow, onSend, onSignIn }: DockProps) {
  const { productName, windowHours } = useClient().platform.settings;
  const usage = useChat((chat) => chat.usage);
  const isCounted = useSession(({ user }) => user !== null && !user.isAdmin && !isPremium(user));
  return (
    <div className="relative shrink-0 px-6 pb-3 max-md:px-2 max-md:pb-[max(0.5rem,env(safe-area-inset-bottom))]">
      <div
        aria-hidden="true"
        className={`pointer-events-none absolute inset-x-0 bottom-full bg-linear-to-b from-transparent to-surface ${notice ? 'h-16' : 'h-6'}`}
      />
      <div className="relative mx-auto max-w-(--column)">
        <BelowButton notice={notice} onClick={onBelow} />
        <Hint conversationId={conversationId} usage={isCounted ? usage : null} />
        <Composer conversationId={conversationId} onSend={onSend} onSignIn={onSignIn} />
        <div className="mt-2.5 flex min-h-4 items-center justify-between gap-4 px-0.5 text-xs text-subtle max-md:mt-2 max-md:px-2">
          <p className="max-lg:text-balance">
            {productName} can make mistakes. Consider checking important information.
          </p>
          {isCounted && usage && <UsageCounter usage={usage} windowHours={windowHours} />}
        </div>
      </div>
    </div>
  );
}
