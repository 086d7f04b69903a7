import { DESKTOP_SYSTEMS, type Downloads, t } from '@parley/core';
import { useEffect, useState } from 'react';
import { DownloadIcon } from '../../../kit/icons/icons.ts';
import { Icon } from '../../../kit/icons/icon.tsx';
import { APP_LINK, AppRow, ComingSoon } from './app-row.tsx';
import { desktopSystem } from './desktop-system.ts';

interface DesktopSectionProps {
  productName: string;
  downloads: Downloads;
}

/**
 * The desktop app: the download for the visitor's system, and links to the others. The prerendered page leaves them
 * out, because it is the same for every visitor and server.
 */
export function DesktopSection({ productName, downloads }: DesktopSectionProps) {
  const [isMounted, setMounted] = useState(false);
  useEffect(() => setMounted(true), []);
  return (
    <AppRow title={t`${productName} for desktop`} text={t`A window of its own, with shortcuts and notifications.`}>
      {isMounted && <Links downloads={downloads} />}
    </AppRow>
  );
}

function Links({ downloads }: { downloads: Downloads }) {
  const offered = DESKTOP_SYSTEMS.flatMap(({ id, label }) => {
    const url = downloads[id];
    return url === null ? [] : [{ id, label, url }];
  });
  const system = desktopSystem(navigator.userAgent);
  const own = offered.find(({ id }) => id === system);
  if (offered.length === 0) return <ComingSoon />;
  return (
    <>
      {own && (
        <a href={own.url} className={APP_LINK}>
          <Icon icon={DownloadIcon} />
          {t`Download for ${own.label}`}
        </a>
      )}
      {offered
        .filter((other) => other !== own)
        .map(({ id, label, url }) => (
          <a
            key={id}
            href={url}
            className="inline-flex min-h-11 items-center rounded-xs text-sm font-medium text-accent-text hover:underline hover:underline-offset-3"
          >
            {own ? label : t`Download for ${label}`}
          </a>
        ))}
    </>
  );
}
