import { useEffect, useState } from 'react';
import { isCounted } from '@parley/core';
import { ManageButton } from '../../features/billing/manage-button.tsx';
import { OnboardingDialog } from '../../features/onboarding/onboarding-dialog.tsx';
import { useChatStore, useClient } from '../../stores/client.ts';
import { createOnboardingStore } from '../../stores/onboarding/onboarding-store.ts';
import { OnboardingContext } from '../../stores/onboarding/use-onboarding.ts';
import { keepOnboarding, noteClosed, type OnboardingOffer } from '../../stores/onboarding/watch-onboarding.ts';
import { DemoReply } from './demo-reply.tsx';

interface OnboardingScreenProps {
  userId: string;
  call: OnboardingOffer;
  onClose: () => void;
}

/** Shows the onboarding once. It closes by itself when the user gets Premium. */
export function OnboardingScreen({ userId, call, onClose }: OnboardingScreenProps) {
  const client = useClient();
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
  const { session } = client;
  useEffect(
    () =>
      session.subscribe(({ user }) => {
        if (user?._id === userId && !isCounted(user)) onboarding.getState().close();
      }),
    [session, userId, onboarding],
  );
  useEffect(() => () => onboarding.getState().stopDemo(), [onboarding]);
  return (
    <OnboardingContext value={onboarding}>
      <OnboardingDialog Reply={DemoReply} manage={<ManageButton />} />
    </OnboardingContext>
  );
}
