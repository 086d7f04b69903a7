import { INFO_PAGES, type InfoPageId, t } from '@parley/core';
import { useEffect, useRef } from 'react';

/** Links to all information pages, in a row that scrolls on phones. Omits the app's page, which is linked elsewhere. */
export function InfoNav({ page }: { page: InfoPageId }) {
  const current = useRef<HTMLAnchorElement>(null);
  useEffect(() => {
    current.current?.scrollIntoView({ block: 'nearest', inline: 'center', behavior: 'instant' });
  }, []);
  return (
    <nav aria-label={t`Pages`} className="min-w-0">
      <ul className="[scrollbar-width:none] max-md:-mx-5 max-md:flex max-md:overflow-x-auto max-md:px-5 max-md:py-1">
        {INFO_PAGES.filter(({ id }) => id !== 'ios').map(({ id, label }) => (
          <li key={id}>
            <a
              ref={id === page ? current : undefined}
              href={`/${id}`}
              aria-current={id === page ? 'page' : undefined}
              className="block rounded-sm px-3 py-2 text-muted max-md:whitespace-nowrap hover:bg-hover hover:text-ink aria-[current]:bg-hover aria-[current]:font-medium aria-[current]:text-ink md:-ms-3"
            >
              {label}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
