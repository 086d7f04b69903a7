import { shownTitle, t } from '@parley/core';
import type { Share } from '@parley/core';
import { AppLink } from '../../../kit/controls/app-link.tsx';
import { Button } from '../../../kit/controls/button.tsx';
import { useCopied } from '../../../kit/hooks/use-copied.ts';
import { useToday } from '../../../kit/hooks/use-today.ts';
import { LoadProblem } from '../../../kit/notices/load-problem.tsx';
import { ProblemLine } from '../../../kit/notices/problem-line.tsx';
import { Skeleton } from '../../../kit/notices/skeleton.tsx';
import { focusOnMount } from '../../../kit/overlays/focus-on-mount.ts';
import { formatDate } from '../../../kit/text/format/format-date.ts';
import { withCommas } from '../../../kit/text/format/with-commas.ts';
import { useShares } from './use-shares.ts';

/** The links to conversations that the user shared, each with a button that revokes it. */
export function SharesPage({ onClose }: { onClose: () => void }) {
  const { value: shares, hasFailed, read, call, revoke } = useShares();
  return (
    <div className="mt-4">
      <p
        ref={focusOnMount}
        tabIndex={-1}
        className="text-muted outline-none"
      >{t`Anyone who has a link can read its copy until you revoke it or it expires.`}</p>
      {shares === null && !hasFailed && <Skeleton lines={4} className="mt-6" />}
      {hasFailed && shares === null && (
        <LoadProblem onRetry={() => void read()}>{t`Your shared links couldn’t be loaded.`}</LoadProblem>
      )}
      {shares?.length === 0 && (
        <p className="mt-6 text-muted">{t`Nothing is shared. Choose Share from a conversation’s menu.`}</p>
      )}
      {shares !== null && shares.length > 0 && (
        <ul className="mt-3 border-y border-hairline">
          {shares.map((share) => (
            <ShareRow
              key={share.id}
              share={share}
              isBusy={call.isBusy}
              onRevoke={() => void revoke(share)}
              onOpen={onClose}
            />
          ))}
        </ul>
      )}
      {call.problem !== null && <ProblemLine>{call.problem}</ProblemLine>}
    </div>
  );
}

interface ShareRowProps {
  share: Share;
  isBusy: boolean;
  onRevoke: () => void;
  /** Called when its conversation is opened. */
  onOpen: () => void;
}

function ShareRow({ share, isBusy, onRevoke, onOpen }: ShareRowProps) {
  const { url, conversationId } = share;
  const title = shownTitle(share.title);
  const { copied, copy } = useCopied();
  const today = useToday();
  return (
    <li className="flex min-h-16 flex-wrap items-center gap-x-3 gap-y-1 border-hairline py-2.5 not-first:border-t">
      <div className="min-w-0 flex-1 basis-40">
        <AppLink
          to={`/c/${conversationId}`}
          onClick={onOpen}
          dir="auto"
          className="block truncate page-start hover:underline max-md:py-3"
        >
          {title}
        </AppLink>
        <p className="text-sm text-muted">{describeShare(share, today)}</p>
      </div>
      <span className="ms-auto flex">
        {url !== null && (
          <Button
            variant="quiet"
            size="sm"
            aria-label={copied ? undefined : t`${t`Copy link`}: ${title}`}
            onClick={() => copy(url)}
          >
            {copied ? t`Copied` : t`Copy link`}
          </Button>
        )}
        <span role="status" className="sr-only">
          {copied && t`Link copied`}
        </span>
        <Button
          variant="quiet-danger"
          size="sm"
          aria-label={t`Revoke the link to ${title}`}
          disabled={isBusy}
          onClick={onRevoke}
        >{t`Revoke`}</Button>
      </span>
    </li>
  );
}

function describeShare({ updatedAt, expiresAt, hasReasoning, hasAttachments }: Share, today: Date): string {
  const isOver = expiresAt !== null && Date.parse(expiresAt) <= Date.now();
  const endsOn = expiresAt === null ? '' : formatDate(expiresAt, { today });
  return withCommas([
    t`Copied on ${formatDate(updatedAt, { today })}`,
    ...(hasReasoning && hasAttachments ? [t`with reasoning and files`] : []),
    ...(hasReasoning && !hasAttachments ? [t`with reasoning`] : []),
    ...(hasAttachments && !hasReasoning ? [t`with files`] : []),
    ...(expiresAt === null ? [] : [isOver ? t`expired on ${endsOn}` : t`expires on ${endsOn}`]),
  ]);
}
