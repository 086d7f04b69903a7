import { t } from '@parley/core';
import type { BrandBanner } from '@parley/core';
import { useEffect, useState } from 'react';
import { IconButton } from '../../kit/controls/icon-button.tsx';
import { Icon } from '../../kit/icons/icon.tsx';
import { CloseIcon, InfoIcon } from '../../kit/icons/icons.ts';
import { useClient } from '../../stores/client.ts';
import { bannerTime } from '../../kit/text/format/banner-time.ts';

const KEY = 'dismissed-banner';
/** Milliseconds. A timer stands still while the computer sleeps. */
const LONGEST_WAIT = 60_000;

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
  const end = until === undefined ? Infinity : Date.parse(until);
  const [isOver, setOver] = useState(() => Date.now() >= end);
  useEffect(() => {
    const check = () => {
      const left = end - Date.now();
      setOver(left <= 0);
      if (left > 0) timer = setTimeout(check, Math.min(left, LONGEST_WAIT));
    };
    let timer = setTimeout(check);
    return () => clearTimeout(timer);
  }, [end]);
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
