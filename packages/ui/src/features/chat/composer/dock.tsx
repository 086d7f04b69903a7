import { t } from '@parley/core';
import { Suspense, useRef, type RefObject } from 'react';
import { lazyPart } from '../../../kit/lazy/lazy-part.tsx';
import { useChat, useClient, useSession } from '../../../stores/client.ts';
import { BelowButton } from '../scroll/below-button.tsx';
import type { Place } from '../scroll/follow-scroller.ts';
import { Composer } from './composer.tsx';
import { Hint } from './hint.tsx';
import { UsageCounter } from './usage-counter.tsx';
import { useAttaching } from './use-attaching.ts';
import { useFocusAfterPress } from './use-focus-after-press.ts';
import { useFileDrop } from './use-file-drop.ts';
import { useAtLimit, useIsFree } from './use-sending.ts';

const ModelPicker = lazyPart('model-picker', async () => (await import('../models/model-picker.tsx')).ModelPicker);

const DropVeil = lazyPart('drop-veil', async () => (await import('./drop-veil.tsx')).DropVeil);

interface DockProps {
  conversationId: string;
  boxRef: RefObject<HTMLTextAreaElement | null>;
  notice: Place['notice'];
  onBelow: () => void;
  onSend: () => void;
  onSignIn: () => void;
  onUpgrade: () => void;
}

/** The foot of every chat: the composer and the notices above it. */
export function Dock({ conversationId, boxRef, notice, onBelow, onSend, onSignIn, onUpgrade }: DockProps) {
  const { productName, windowHours } = useClient().platform.settings;
  const usage = useChat((chat) => chat.usage);
  const signedIn = useSession((session) => session.status === 'signed-in');
  const isFree = useIsFree();
  const model = useSession(({ user }) => user?.model);
  const atLimit = useAtLimit();
  const attaching = useAttaching(conversationId);
  const foot = useRef<HTMLDivElement>(null);
  useFocusAfterPress(foot, boxRef);
  const isDropping = useFileDrop(foot, signedIn && !atLimit, attaching.attach);
  return (
    <>
      {isDropping && (
        <Suspense>
          <DropVeil />
        </Suspense>
      )}
      <div
        ref={foot}
        className="relative mt-auto shrink-0 px-6 pb-3 max-md:px-2 short:pb-[max(0.25rem,var(--safe-bottom))] max-md:pb-[max(0.5rem,var(--safe-bottom))]"
      >
        <div
          aria-hidden="true"
          className={`pointer-events-none absolute inset-x-0 bottom-full bg-linear-to-b from-transparent to-surface ${notice ? 'h-16' : 'h-6'}`}
        />
        <div className="relative mx-auto max-w-(--column)">
          <BelowButton notice={notice} onClick={onBelow} />
          <Hint
            conversationId={conversationId}
            atLimit={atLimit}
            refusals={attaching.refusals}
            onDismissRefusals={() => attaching.refuse([])}
          />
          <Composer
            conversationId={conversationId}
            boxRef={boxRef}
            atLimit={atLimit}
            attaching={attaching}
            onSend={onSend}
            onSignIn={onSignIn}
            onUpgrade={onUpgrade}
          />
          <div className="@container mt-2.5 short:mt-1 flex min-h-4 flex-wrap items-center justify-between gap-x-3 gap-y-1 px-0.5 text-xs text-subtle max-md:mt-2 max-md:px-2">
            <p className="flex-1 basis-40 max-lg:text-balance">
              {t`${productName} can make mistakes. Consider checking important information.`}
            </p>
            {model && (
              <Suspense>
                <ModelPicker conversationId={conversationId} />
              </Suspense>
            )}
            {isFree && usage && <UsageCounter usage={usage} windowHours={windowHours} />}
          </div>
        </div>
      </div>
    </>
  );
}
