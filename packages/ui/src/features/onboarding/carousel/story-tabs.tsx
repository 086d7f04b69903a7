import { SUCCESS_STORIES, t } from '@parley/core';
import { useRef, type KeyboardEvent } from 'react';
import { stepTo } from '../step-to.ts';

const TAB = [
  'h-8 w-10 rounded-xs px-1 before:block before:h-0.5 before:rounded-[1px] before:bg-control',
  'aria-selected:before:h-1 aria-selected:before:rounded-[2px] aria-selected:before:bg-line',
  // With forced colors only the system's backgrounds show.
  'forced-colors:before:bg-[ButtonText] forced-colors:aria-selected:before:bg-[Highlight]',
].join(' ');

interface StoryTabsProps {
  shown: number;
  onShow: (index: number) => void;
}

/** One tab for each story. */
export function StoryTabs({ shown, onShow }: StoryTabsProps) {
  const list = useRef<HTMLDivElement>(null);
  const walk = (event: KeyboardEvent) => {
    const to = stepTo(event.key, shown, SUCCESS_STORIES.length, document.dir === 'rtl');
    if (to === null) return;
    event.preventDefault();
    onShow(to);
    list.current?.querySelectorAll('button')[to]?.focus();
  };
  return (
    <div ref={list} role="tablist" aria-label={t`Stories`} className="-ms-1 flex gap-1">
      {SUCCESS_STORIES.map(({ id, name }, index) => (
        <button
          key={id}
          id={`story-tab-${id}`}
          type="button"
          role="tab"
          aria-label={name}
          title={name}
          aria-selected={index === shown}
          aria-controls={`story-${id}`}
          tabIndex={index === shown ? 0 : -1}
          className={TAB}
          onKeyDown={walk}
          onClick={() => onShow(index)}
        />
      ))}
    </div>
  );
}
