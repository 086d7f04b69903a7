import type { Message } from '@parley/core';
import { Suspense } from 'react';
import { lazyPart } from '../../../../kit/lazy/lazy-part.tsx';
import { useFixedChat } from '../../../../stores/client.ts';

const Versions = lazyPart('versions', async () => (await import('./versions.tsx')).Versions);

/** The version switch of a message that has more than one version. */
export function MessageVersions({ conversationId, message }: { conversationId: string; message: Message }) {
  const { isTemporary } = useFixedChat();
  // Earlier versions of a temporary message are gone.
  if (isTemporary || (message.versionIds?.length ?? 0) < 2) return null;
  return (
    <Suspense fallback={<div className="h-8" />}>
      <Versions conversationId={conversationId} message={message} />
    </Suspense>
  );
}
