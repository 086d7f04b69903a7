import { Suspense, useEffect, useEffectEvent, useState } from 'react';
import { pageAt, type User } from '@parley/core';
import { isReturn } from '../../features/billing/payment/leave-return.ts';
import { usePathname } from 'wouter/use-browser-location';
import { lazyPart } from '../../kit/lazy/lazy-part.tsx';
import { useChatStore, useClient, useSession } from '../../stores/client.ts';
import { watchOnboarding, type OnboardingOffer } from '../../stores/onboarding/watch-onboarding.ts';

const OnboardingScreen = lazyPart('onboarding', async () => (await import('./onboarding-screen.tsx')).OnboardingScreen);

interface OnboardingProps {
  /** The query with which the client was opened. */
  search: string;
  /** Called once the onboarding is open, or is known to stay closed. */
  onSettled: () => void;
}

/** Shows the onboarding over the chat when it is due. */
export function Onboarding({ search, onSettled }: OnboardingProps) {
  const user = useSession((session) => session.user);
  const path = usePathname();
  // After a payment the onboarding is over; that is stored at once, on whichever page the user returns to.
  const isDue = isReturn(search) || pageAt(path, 'signed-in').chunk !== 'billing';
  return user && isDue && <OnboardingOf key={user._id} user={user} search={search} onSettled={onSettled} />;
}

function OnboardingOf({ user, search, onSettled }: OnboardingProps & { user: User }) {
  const client = useClient();
  const chat = useChatStore();
  const [first] = useState(user);
  const [call, setCall] = useState<OnboardingOffer | null>(null);
  const settle = useEffectEvent(onSettled);
  useEffect(
    () =>
      watchOnboarding({
        client,
        chat,
        user: first,
        hasPaid: isReturn(search),
        // An open onboarding stays as it is.
        onOffer: (next) => setCall((open) => open ?? next),
        onSettled: (isOffered) => !isOffered && settle(),
      }),
    [client, chat, first, search],
  );
  return (
    <Suspense>
      {call && <OnboardingScreen userId={user._id} call={call} onOpen={onSettled} onClose={() => setCall(null)} />}
    </Suspense>
  );
}
