import { useEffect, useEffectEvent, useState } from 'react';
import { isCounted } from '@parley/core';
import { ManageButton } from '../../features/billing/manage-button.tsx';
import { composerElement } from '../../features/chat/chat-elements.ts';
import { OnboardingDialog } from '../../features/onboarding/onboarding-dialog.tsx';
import { remedyOf } from '../../kit/plans/standing-words.ts';
import { useChatStore, useClient, useSession } from '../../stores/client.ts';
import { createOnboardingStore } from '../../stores/onboarding/onboarding-store.ts';
import { OnboardingContext } from '../../stores/onboarding/use-onboarding.ts';
import { keepOnboarding, noteClosed, type OnboardingOffer } from '../../stores/onboarding/watch-onboarding.ts';
import { DemoReply } from './demo-reply.tsx';

interface OnboardingScreenProps {
  userId: string;
  call: OnboardingOffer;
  onOpen: () => void;
  onClose: () => void;
}

/** Shows the onboarding once. It closes by itself when the user gets Premium. */
export function OnboardingScreen({ userId, call, onOpen, onClose }: OnboardingScreenProps) {
  const client = useClient();
  const user = useSession((session) => session.user);
  const chat = useChatStore();
  const [onboarding] = useState(() =>
    createOnboardingStore({
      ...call,
      api: client.api,
      now: Date.now,
      onSaved: (saved) => keepOnboarding(client, chat, userId, saved),
      onClose: () => {
        noteClosed(client, userId);
        onClose();
      },
    }),
  );
  const { session, connection } = client;
  useEffect(
    () =>
      session.subscribe(({ user }) => {
        if (user?._id === userId && !isCounted(user)) onboarding.getState().close();
      }),
    [session, userId, onboarding],
  );
  useEffect(
    () =>
      connection.subscribe(({ reach }, before) => {
        if (reach === 'reached' && before.reach !== 'reached') onboarding.getState().saveAgain();
      }),
    [connection, onboarding],
  );
  useEffect(() => () => onboarding.getState().stopDemo(), [onboarding]);
  const opened = useEffectEvent(onOpen);
  useEffect(() => opened(), []);
  return (
    <OnboardingContext value={onboarding}>
      <OnboardingDialog
        Reply={DemoReply}
        manage={user && <ManageButton>{remedyOf(user)}</ManageButton>}
        returnsTo={findComposer}
      />
    </OnboardingContext>
  );
}

/**
 * The chat may have waited for the onboarding, so that its box never had the focus. On touch the box would open the
 * keyboard. At the limit, Upgrade is the only part of the composer that is enabled.
 */
function findComposer(): HTMLElement | null {
  const canType = matchMedia('(hover: hover)').matches;
  const find = (control: string) => composerElement.current?.querySelector<HTMLElement>(`${control}:enabled`) ?? null;
  return (canType && find('textarea')) || find('button');
}
