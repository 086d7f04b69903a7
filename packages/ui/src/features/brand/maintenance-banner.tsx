import { t } from '@parley/core';
import type { BrandBanner } from '@parley/core';
import { useEffect, useState } from 'react';
import { IconButton } from '../../kit/controls/icon-button.tsx';
import { Icon } from '../../kit/icons/icon.tsx';
import { CloseIcon, InfoIcon } from '../../kit/icons/icons.ts';
import { useClient } from '../../stores/client.ts';
import { bannerTime } from '../../kit/text/format/banner-time.ts';

const KEY = 'dismissed-banner';
/** The longest delay of a browser's timer. */
const LONGEST = 2 ** 31 - 1;

/** The operator's notice, above everything else on the page until it is dismissed or its time is over. */
export function MaintenanceBanner({ banner }: { banner: BrandBanner }) {
  const { storage } = useClient().platform;
  const id = JSON.stringify([banner.text, banner.from, banner.until]);
  const [dismissed, setDismissed] = useState(() => storage.get(KEY));
  const isOver = useIsOver(banner.until);
  if (isOver || dismissed === id) return null;
  const time = bannerTime(banner);
  return (
    <div
      ref={makeRoom}
      className="sticky top-0 z-6 flex items-start justify-center gap-2 bg-warning-soft py-1.5 pe-2 ps-4 text-sm text-warning"
    >
      <Icon icon={InfoIcon} size="sm" className="mt-1.5" />
      <p role="status" className="min-w-0 py-1 text-pretty">
        <bdi className="font-medium">{banner.text}</bdi>
        {time !== '' && <span> {time}</span>}
      </p>
      <IconButton
        label={t`Dismiss`}
        icon={CloseIcon}
        iconSize="sm"
        size="size-7"
        onClick={() => {
          storage.set(KEY, id);
          setDismissed(id);
        }}
      />
    </div>
  );
}

function useIsOver(until: string | undefined): boolean {
  const [isOver, setOver] = useState(false);
  useEffect(() => {
    if (until === undefined) return;
    const left = Date.parse(until) - Date.now();
    const timer = setTimeout(() => setOver(left <= LONGEST), Math.min(Math.max(left, 0), LONGEST));
    return () => clearTimeout(timer);
  }, [until]);
  return isOver;
}

/** The chat fills the window, so it gets smaller by the height of the banner. */
function makeRoom(banner: HTMLElement | null) {
  if (!banner) return;
  const root = document.documentElement.style;
  const watcher = new ResizeObserver(() => {
    const height = `calc(100dvh - var(--covered-top) - var(--covered-bottom) - ${banner.offsetHeight}px)`;
    root.setProperty('--visible-height', height);
  });
  watcher.observe(banner);
  return () => {
    watcher.disconnect();
    root.removeProperty('--visible-height');
  };
}
