import { t } from '@parley/core';
import { useSession } from '../../../stores/client.ts';

/** Begins a temporary chat. Visitors have none. */
export function TemporaryButton({ onClick }: { onClick: () => void }) {
  const signedIn = useSession((session) => session.status === 'signed-in');
  if (!signedIn) return null;
  return (
    <button
      type="button"
      aria-label={t`Temporary chat`}
      data-tooltip={t`Temporary chat`}
      onClick={onClick}
      className="grid size-10 max-w-[20vw] place-items-center rounded-sm text-muted transition-colors hover:bg-hover max-md:size-11"
    >
      <span className="size-5 rounded-full border border-dashed" />
    </button>
  );
}
