import { plural, SHARE_DAYS, type Share, type ShareOptions, t } from '@parley/core';
import { useState } from 'react';
import { Button } from '../../../kit/controls/button.tsx';
import { Checkbox } from '../../../kit/controls/checkbox.tsx';
import { useCopied } from '../../../kit/hooks/use-copied.ts';
import { ProblemLine } from '../../../kit/notices/problem-line.tsx';
import { Skeleton } from '../../../kit/notices/skeleton.tsx';
import { Dialog } from '../../../kit/overlays/dialog.tsx';
import { formatDate } from '../../../kit/text/format/format-date.ts';
import { useClient } from '../../../stores/client.ts';
import { SharePreview } from './share-preview.tsx';
import { useShare } from './use-share.ts';
import '../../../kit/all-utilities.css';

const NOTHING_MORE: ShareOptions = { hasReasoning: false, hasAttachments: false };
/** Values of the choice of an expiry besides numbers of days. */
const KEPT = 'kept';
const NEVER = 'never';
const EXPIRIES: Record<(typeof SHARE_DAYS)[number], string> = {
  1: t`After a day`,
  7: t`After a week`,
  30: t`After 30 days`,
  365: t`After a year`,
};

interface ShareDialogProps {
  /** The conversation to share. */
  id: string;
  onClose: () => void;
}

/** Shows what readers of a conversation will see, and makes a link to it. Loaded lazily. */
export function ShareDialog({ id, onClose }: ShareDialogProps) {
  const { shareable, problem, isBusy, read, save, revoke } = useShare(id);
  const { copied, copy } = useCopied();
  const { productName } = useClient().platform.settings;
  const [chosen, setChosen] = useState<Partial<ShareOptions>>({});
  const share = shareable?.share ?? null;
  const options = { ...NOTHING_MORE, ...optionsOf(share), ...chosen };
  const chooseExpiry = (value: string) => {
    const { expiresInDays: _before, ...others } = chosen;
    const days = SHARE_DAYS.find((each) => String(each) === value) ?? null;
    setChosen(value === KEPT ? others : { ...others, expiresInDays: days });
  };
  const choose = (choice: Partial<ShareOptions>) => setChosen({ ...chosen, ...choice });
  const messages = shareable?.messages ?? [];
  const saveAndCopy = async () => {
    const saved = await save(options);
    if (!saved) return;
    setChosen({});
    if (saved.url !== null) copy(saved.url);
  };
  return (
    <Dialog title={t`Share this conversation`} size="wide" onClose={onClose}>
      <p className="mt-2 text-pretty text-muted">{t`Anyone with the link can read this copy, without a ${productName} account. Messages that follow aren’t in it.`}</p>
      {shareable === null && problem === null && <Skeleton lines={5} className="mt-4" />}
      {shareable && <SharePreview shareable={shareable} options={options} />}
      {shareable && (
        <div className="mt-4 grid gap-1">
          <Checkbox
            label={t`Include reasoning`}
            isOn={options.hasReasoning}
            onChange={(hasReasoning) => choose({ hasReasoning })}
          />
          <Checkbox
            label={t`Include attached files`}
            isOn={options.hasAttachments}
            onChange={(hasAttachments) => choose({ hasAttachments })}
          />
          <label className="flex min-h-11 flex-wrap items-center justify-between gap-2">
            {t`Expires`}
            <select
              className="h-9 rounded-sm bg-raised px-2 inset-shadow-edge max-md:h-11"
              value={options.expiresInDays === undefined ? KEPT : (options.expiresInDays ?? NEVER)}
              onChange={({ target: { value } }) => chooseExpiry(value)}
            >
              <option value={KEPT}>{share?.expiresAt ? t`On ${formatDate(share.expiresAt)}` : t`Never`}</option>
              {share?.expiresAt && <option value={NEVER}>{t`Never`}</option>}
              {SHARE_DAYS.map((days) => (
                <option key={days} value={days}>
                  {EXPIRIES[days]}
                </option>
              ))}
            </select>
          </label>
        </div>
      )}
      {share && <LinkLine share={share} copied={copied} onCopy={copy} />}
      {problem !== null && (
        <div className="mt-3 flex flex-wrap items-center justify-between gap-3">
          <ProblemLine>{problem}</ProblemLine>
          {shareable === null && (
            <Button variant="secondary" size="sm" onClick={() => void read()}>{t`Try again`}</Button>
          )}
        </div>
      )}
      {shareable && messages.length === 0 && (
        <p className="mt-3 text-muted">{t`There’s nothing to share yet. Wait for the first reply.`}</p>
      )}
      <div className="mt-5 flex flex-wrap justify-end gap-2">
        {share && (
          <Button variant="quiet-danger" disabled={isBusy} onClick={() => void revoke(share)}>{t`Revoke`}</Button>
        )}
        <Button disabled={isBusy || messages.length === 0} onClick={() => void saveAndCopy()}>
          {isBusy ? t`Processing...` : share ? t`Update link` : t`Create link`}
        </Button>
      </div>
      <span role="status" className="sr-only">
        {copied && t`Link copied`}
      </span>
    </Dialog>
  );
}

/** The options of a link. Its expiry stays unless another one is chosen. */
function optionsOf(share: Share | null): Partial<ShareOptions> {
  return share ? { hasReasoning: share.hasReasoning, hasAttachments: share.hasAttachments } : {};
}

interface LinkLineProps {
  share: Share;
  copied: boolean;
  onCopy: (text: string) => void;
}

function LinkLine({ share, copied, onCopy }: LinkLineProps) {
  const { url } = share;
  return (
    <div className="mt-3">
      {url !== null && (
        <div className="flex items-center gap-2">
          <input
            readOnly
            aria-label={t`Link`}
            value={url}
            onFocus={({ target }) => target.select()}
            className="h-10 min-w-0 flex-1 rounded-sm bg-sunken px-3 text-sm inset-shadow-edge max-md:h-11"
          />
          <Button variant="secondary" onClick={() => onCopy(url)}>
            {copied ? t`Copied` : t`Copy link`}
          </Button>
        </div>
      )}
      <p className="mt-1.5 text-sm text-subtle">{copyWords(share)}</p>
    </div>
  );
}

function copyWords({ messageCount: count, updatedAt, expiresAt }: Share): string {
  const copied = formatDate(updatedAt);
  if (expiresAt === null)
    return plural(count)`${count} message, copied on ${copied}|${count} messages, copied on ${copied}`;
  const expires = formatDate(expiresAt);
  return plural(
    count,
  )`${count} message, copied on ${copied}, expires on ${expires}|${count} messages, copied on ${copied}, expires on ${expires}`;
}
