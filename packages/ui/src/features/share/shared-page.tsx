import { shownTitle, t } from '@parley/core';
import type { SharedConversation, SharedMessage, SharedPageSettings } from '@parley/core';
import { use, type ReactNode } from 'react';
import { PlainPage } from '../../kit/layout/plain-page.tsx';
import { Wordmark } from '../../kit/icons/wordmark.tsx';
import { PartsContext } from '../../kit/markdown/parts-context.ts';
import { formatDate } from '../../kit/text/format/format-date.ts';
import { rich } from '../../kit/text/rich.tsx';
import { RenderingContext } from './page-rendering.ts';
import { ReportDialog } from './report-dialog.tsx';
import { SharedMessageView } from './shared-message.tsx';
import { STATIC_PARTS } from './static-parts.tsx';

/** Messages whose layout is skipped together while they are far from the view. */
const GROUP = 20;
/** Steps in pixels in which heights are estimated, so that a page needs few styles for them. */
const STEP = 100;
const LINK =
  'inline-flex min-h-10 shrink-0 items-center justify-center rounded-sm bg-accent px-4 py-1 text-ui font-medium text-accent-contrast transition-colors hover:bg-accent-hover active:bg-accent-active';

interface SharedPageProps {
  shared: SharedConversation;
  settings: SharedPageSettings;
}

/** A shared conversation, complete without scripts. */
export function SharedPage({ shared, settings }: SharedPageProps): ReactNode {
  const { title, sharedAt, messages } = shared;
  const { productName, homeUrl, continueUrl } = settings;
  const groups = Array.from({ length: Math.ceil(messages.length / GROUP) }, (_, index) =>
    messages.slice(index * GROUP, (index + 1) * GROUP),
  );
  return (
    <PartsContext value={STATIC_PARTS}>
      <Header {...settings}>
        <a href={continueUrl} className={LINK}>
          {t`Continue in ${productName}`}
        </a>
      </Header>
      <main className="@container/page pb-16">
        <div className="px-6 pt-6 pb-10 max-md:px-4 md:pt-10">
          <div className="mx-auto w-full max-w-(--column)">
            <h1 dir="auto" className="text-2xl font-strong tracking-title text-balance">
              {shownTitle(title)}
            </h1>
            <p className="mt-2 text-sm text-subtle">
              {rich`A copy of a conversation with ${productName}, shared on ${(<time dateTime={sharedAt}>{formatDate(sharedAt, { timeZone: 'UTC' })}</time>)}`}
            </p>
          </div>
        </div>
        {groups.map((group, index) => (
          <Group key={index} messages={group} isFirst={index === 0} productName={productName} />
        ))}
      </main>
      <footer className="px-6 max-md:px-4">
        <div className="mx-auto flex max-w-(--column) flex-wrap items-center justify-between gap-4 border-t border-hairline py-8 text-sm text-subtle">
          <p>{t`${productName} can make mistakes. Check important information.`}</p>
          <nav aria-label={t`About`} className="flex gap-4">
            {/* Without scripts, the contact page. */}
            <a
              data-report="open"
              href={`${homeUrl}/contact`}
              className="underline underline-offset-3 hover:text-ink"
            >{t`Report this page`}</a>
            <a href={`${homeUrl}/privacy`} className="underline underline-offset-3 hover:text-ink">{t`Privacy`}</a>
          </nav>
        </div>
      </footer>
      <ReportDialog productName={productName} />
    </PartsContext>
  );
}

/** The page of a link that does not work, for any reason. */
export function MissingPage({ productName, homeUrl }: SharedPageSettings): ReactNode {
  return (
    <>
      <Header productName={productName} homeUrl={homeUrl} />
      <PlainPage title={t`This link isn’t available`}>
        <p className="mt-3 text-body leading-[1.625rem] text-pretty text-muted">{t`The conversation isn’t shared any more, or the address isn’t complete.`}</p>
        <a href={`${homeUrl}/`} className={`mt-8 ${LINK}`}>
          {t`Go to ${productName}`}
        </a>
      </PlainPage>
    </>
  );
}

interface HeaderProps extends Pick<SharedPageSettings, 'productName' | 'homeUrl'> {
  children?: ReactNode;
}

function Header({ productName, homeUrl, children }: HeaderProps): ReactNode {
  return (
    <header className="flex min-h-16 flex-wrap items-center justify-between gap-x-4 gap-y-2 px-6 py-3 max-md:px-4">
      <a href={`${homeUrl}/`} aria-label={t`${productName}, home`} className="block min-w-0 rounded-xs">
        <Wordmark productName={productName} />
      </a>
      {children}
    </header>
  );
}

interface GroupProps {
  messages: SharedMessage[];
  isFirst: boolean;
  productName: string;
}

function Group({ messages, isFirst, productName }: GroupProps): ReactNode {
  const { styles } = use(RenderingContext);
  const heights = messages.map(estimateHeight);
  const sizeOf = (height: number) => styles.idOf(`contain-intrinsic-height:auto ${height}px`);
  return (
    <ol className="[content-visibility:auto]" data-s={sizeOf(heights.reduce((sum, height) => sum + height, 0))}>
      {messages.map((message, index) => (
        <li
          key={index}
          data-s={sizeOf(heights[index] ?? STEP)}
          className={`px-6 pb-1 [content-visibility:auto] max-md:px-4 ${isFirst && index === 0 ? '' : message.isUser ? 'pt-11' : 'pt-5'}`}
        >
          <div className="relative mx-auto w-full max-w-(--column)">
            <h2 className="sr-only">{message.isUser ? t`Question` : t`${productName} said`}</h2>
            <SharedMessageView message={message} />
          </div>
        </li>
      ))}
    </ol>
  );
}

/** Estimates the height of a message in pixels, in steps. */
function estimateHeight({ text, files, imageUrl }: SharedMessage): number {
  const lines = Math.ceil(text.length / 65) + text.split('\n', 400).length;
  const height = 48 + lines * 22 + files.length * 120 + (imageUrl === undefined ? 0 : 320);
  return Math.ceil(height / STEP) * STEP;
}
