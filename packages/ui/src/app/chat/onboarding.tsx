import { Suspense, useEffect, useState } from 'react';
import { pageAt, type User } from '@parley/core';
import { isReturn } from '../../features/billing/leave-return.ts';
import { usePathname } from 'wouter/use-browser-location';
import { lazyPart } from '../../kit/lazy/lazy-part.tsx';
import { useChatStore, useClient, useSession } from '../../stores/client.ts';
import { watchOnboarding, type OnboardingOffer } from '../../stores/onboarding/watch-onboarding.ts';

const OnboardingScreen = lazyPart('onboarding', async () => (await import('./onboarding-screen.tsx')).OnboardingScreen);

/** Shows the onboarding over the chat when it is due. `search` is the query with which the client was opened. */
export function Onboarding({ search }: { search: string }) {
  const user = useSession((session) => session.user);
  const path = usePathname();
  // After a payment the onboarding is over; that is stored at once, on whichever page the user returns to.
  const isDue = isReturn(search) || pageAt(path, 'signed-in').chunk !== 'billing';
  return user && isDue && <OnboardingOf key={user._id} user={user} search={search} />;
}

function OnboardingOf({ user, search }: { user: User; search: string }) {
  const client = useClient();
  const chat = useChatStore();
  const [first] = useState(user);
  const [call, setCall] = useState<OnboardingOffer | null>(null);
  useEffect(
    () =>
      watchOnboarding({
        client,
        chat,
        user: first,
        hasPaid: isReturn(search),
        // An open onboarding stays as it is.
        onOffer: (next) => setCall((open) => open ?? next),
      }),
    [client, chat, first, search],
  );
  return (
    <Suspense>{call && <OnboardingScreen userId={user._id} call={call} onClose={() => setCall(null)} />}</Suspense>
  );
}
