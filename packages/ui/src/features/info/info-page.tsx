import { INFO_PAGES, type InfoPageId, t } from '@parley/core';
import { useEffect } from 'react';
import { Button } from '../../kit/controls/button.tsx';
import { setPageTitle } from '../../kit/layout/page-title.ts';
import { SiteFooter } from '../../kit/layout/site-footer.tsx';
import { useClient } from '../../stores/client.ts';
import { InfoHeader } from './info-header.tsx';
import { InfoNav } from './info-nav.tsx';
import { InfoText } from './info-text.tsx';
import { splitSections } from './split-sections.ts';
import { StatusBoard } from './status-board.tsx';
import { TableOfContents } from './table-of-contents.tsx';
import { useInfoPage } from './use-info-page.ts';
import '../../kit/all-utilities.css';

/** A page with at least this many sections is long. */
const LONG = 4;

interface InfoPageProps {
  page: InfoPageId;
  onSignIn: () => void;
  onRegister: () => void;
}

/** A page about the product, for visitors and signed-in users. */
export function InfoPage({ page, onSignIn, onRegister }: InfoPageProps) {
  const { productName } = useClient().platform.settings;
  const { content, failed, retry } = useInfoPage(page);
  const title = content?.title ?? INFO_PAGES.find(({ id }) => id === page)?.label ?? '';
  const sections = content ? splitSections(content.markdown) : [];
  const entries = sections.filter(({ id }) => id !== '');
  useEffect(() => {
    setPageTitle(`${title} · ${productName}`);
  }, [title, productName]);
  useEffect(() => {
    const place = placeInAddress();
    if (!content || place === '') return;
    const show = () => document.getElementById(place)?.scrollIntoView();
    show();
    const { scrollY } = window;
    // The text above may get another height, unless the reader has moved on.
    void document.fonts?.ready.then(() => window.scrollY === scrollY && show());
  }, [content]);
  return (
    <div className="flex min-h-dvh flex-col bg-surface">
      <InfoHeader onSignIn={onSignIn} onRegister={onRegister} />
      <main className="mx-auto grid w-full max-w-300 grow content-start gap-x-16 gap-y-6 px-5 pt-4 pb-24 md:grid-cols-[12rem_minmax(0,1fr)] md:px-8 md:pt-12">
        <InfoNav page={page} />
        <article className="grid content-start gap-x-12 lg:grid-cols-[minmax(0,40rem)_minmax(0,1fr)]">
          <div className="min-w-0">
            <h1 className="mb-6 text-[2rem]/9 font-strong tracking-display text-balance md:text-3xl">{title}</h1>
            {content && <InfoText sections={sections} />}
            {failed && (
              <>
                <p role="alert" className="mb-4 text-body text-muted">{t`We couldn’t load this page.`}</p>
                <Button onClick={retry}>{t`Try again`}</Button>
              </>
            )}
            {page === 'status' && <StatusBoard />}
          </div>
          {entries.length >= LONG && <TableOfContents sections={entries} />}
        </article>
      </main>
      <SiteFooter productName={productName} />
    </div>
  );
}

/** The id of the section that the address names; empty if it names none or cannot be decoded. */
function placeInAddress(): string {
  try {
    return decodeURIComponent(location.hash.slice(1));
  } catch {
    return '';
  }
}
