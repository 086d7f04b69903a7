import { t } from '@parley/core';
import type { RefObject } from 'react';
import { MenuIcon, NewChatIcon, ShareIcon } from '../../kit/icons/icons.ts';
import { IconButton } from '../../kit/controls/icon-button.tsx';
import type { Place } from './scroll/follow-scroller.ts';

interface BarProps {
  title: string;
  place: Place;
  menuRef: RefObject<HTMLButtonElement | null>;
  /** Called before the page scrolls back to the question. */
  onBack: () => void;
  onMenu: () => void;
  onNewChat: () => void;
  /** Missing where nothing can be shared. */
  onShare?: (() => void) | undefined;
}

/** The header: the title, and the question being answered once it has scrolled out of view. */
export function Bar({ title, place, menuRef, onBack, onMenu, onNewChat, onShare }: BarProps) {
  const { question, scrolled } = place;
  const text = question && textOf(question);
  // A title that is the start of this question would only repeat it.
  const isSame = text?.startsWith(title.replace(/…$/, '')) ?? false;
  return (
    <header
      data-window-handle
      className={`relative z-2 flex h-(--bar) shrink-0 items-center border-b px-6 max-md:gap-1 max-md:border-hairline max-md:px-2 ${scrolled ? 'border-hairline' : 'border-transparent'}`}
    >
      <IconButton
        ref={menuRef}
        data-sidebar-toggle
        label={t`Open menu`}
        icon={MenuIcon}
        size="size-11"
        className="md:hidden"
        onClick={onMenu}
      />
      <div
        className={`mx-auto flex w-full max-w-(--column) min-w-0 items-baseline gap-2.5 ${onShare ? 'md:pe-10' : ''} ${question ? '' : 'max-md:justify-center max-md:text-center'}`}
      >
        <h1
          dir="auto"
          className={`truncate text-ui ${question ? `max-w-2/5 shrink-0 text-subtle max-md:sr-only ${isSame ? 'sr-only' : ''}` : 'font-medium'}`}
        >
          {title}
        </h1>
        {question && (
          <button
            type="button"
            data-tooltip={t`Back to the question`}
            dir="auto"
            onClick={() => {
              onBack();
              scrollToQuestion(question);
            }}
            className="min-h-6 min-w-0 truncate rounded-xs text-start font-medium before:me-2.5 before:inline-block before:h-3.5 before:w-0.5 before:rounded-[1px] before:bg-line before:align-[-2px]"
          >
            {text}
          </button>
        )}
      </div>
      {onShare && (
        <IconButton
          label={t`Share`}
          icon={ShareIcon}
          size="size-9 max-md:size-11"
          // Takes no width, so that the title stays above the column.
          className="md:-ms-9"
          onClick={onShare}
        />
      )}
      <IconButton label={t`New Chat`} icon={NewChatIcon} size="size-11" className="md:hidden" onClick={onNewChat} />
    </header>
  );
}

/** The element that holds the question's text. It is replaced when its row is fully rendered. */
function textElementOf(question: HTMLElement): HTMLElement {
  return question.querySelector<HTMLElement>('[data-question]') ?? question;
}

/** The question's text, or its file names if it has no text. */
function textOf(question: HTMLElement): string {
  const element = textElementOf(question);
  return element.dataset.files ?? element.textContent;
}

function scrollToQuestion(question: HTMLElement) {
  const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches;
  textElementOf(question).scrollIntoView({ block: 'start', behavior: isStill ? 'auto' : 'smooth' });
}
