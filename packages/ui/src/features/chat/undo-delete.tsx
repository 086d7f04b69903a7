import { Suspense, useState } from 'react';
import { lazyPart } from '../../kit/lazy/lazy-part.tsx';
import { useChat } from '../../stores/client.ts';

const UndoToast = lazyPart('undo-toast', async () => (await import('./undo-toast.tsx')).UndoToast);

/** Offers to restore a conversation that was just deleted or archived. One that was open opens again. */
export function UndoDelete() {
  const id = useChat((chat) => chat.deleted?.id);
  // Outlives the offer, which comes back when an undo fails.
  const [opened] = useState(() => new Set<string>());
  return id === undefined ? null : <Offer key={id} id={id} opened={opened} />;
}

interface OfferProps {
  id: string;
  /** Ids of conversations that were open when they were deleted. */
  opened: Set<string>;
}

function Offer({ id, opened }: OfferProps) {
  // By the time the toast has loaded, the page has left the conversation.
  useState(() => location.pathname === `/c/${id}` && opened.add(id));
  return (
    <Suspense>
      <UndoToast id={id} opened={opened} />
    </Suspense>
  );
}
