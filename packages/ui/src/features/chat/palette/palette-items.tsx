import { shownTitle, type SearchHit } from '@parley/core';
import { Command } from 'cmdk';
import type { ReactNode } from 'react';
import { Kbd } from '../../../kit/controls/kbd.tsx';
import { Icon } from '../../../kit/icons/icon.tsx';
import type { IconNode } from '../../../kit/icons/icons.ts';
import { readableSnippet } from '../../../kit/text/readable-snippet.ts';
import { Marked } from './marked.tsx';
import type { PaletteAction } from './use-palette-actions.ts';

const ITEM = [
  'flex min-h-10 cursor-pointer gap-3 rounded-sm p-2 data-[selected=true]:bg-hover max-md:min-h-11 text-ink',
  // With forced colors there is no background.
  'data-[selected=true]:forced-colors:outline-2 data-[selected=true]:forced-colors:-outline-offset-2',
].join(' ');

export function Group({ heading, children }: { heading: string; children: ReactNode }) {
  return (
    <Command.Group heading={<span className="block px-2 pt-3 pb-1 text-xs font-medium text-subtle">{heading}</span>}>
      {children}
    </Command.Group>
  );
}

export function MessageItem({ hit, day, onSelect }: { hit: SearchHit; day: string; onSelect: () => void }) {
  return (
    <Command.Item value={hit.messageId ?? ''} onSelect={onSelect} className={`items-baseline ${ITEM}`}>
      <div className="min-w-0 flex-1">
        <p dir="auto" className="line-clamp-2 page-start text-[0.9375rem]/[1.375rem] wrap-anywhere">
          <Marked {...readableSnippet({ text: hit.snippet, marks: hit.marks })} />
        </p>
        <p dir="auto" className="mt-0.5 truncate page-start text-xs text-subtle">
          {shownTitle(hit.title)}
        </p>
      </div>
      <Day>{day}</Day>
    </Command.Item>
  );
}

export function ActionLine({ action, onSelect }: { action: PaletteAction; onSelect: () => void }) {
  const { label, icon, keys } = action;
  return (
    <Line id={label} icon={icon} end={keys && <Kbd className="touch:hidden">{keys}</Kbd>} onSelect={onSelect}>
      {label}
    </Line>
  );
}

interface LineProps {
  id: string;
  icon: IconNode;
  end?: ReactNode;
  onSelect: () => void;
  children: ReactNode;
}

export function Line({ id, icon, end, onSelect, children }: LineProps) {
  return (
    <Command.Item value={id} onSelect={onSelect} className={`items-center ${ITEM}`}>
      <Icon icon={icon} size="sm" className="text-subtle" />
      <span dir="auto" className="min-w-0 flex-1 truncate page-start">
        {children}
      </span>
      {end}
    </Command.Item>
  );
}

export function Day({ children }: { children: ReactNode }) {
  return <span className="shrink-0 text-xs text-subtle tabular-nums">{children}</span>;
}

export function Word({ children }: { children: ReactNode }) {
  return (
    <p role="status" className="px-2 py-4 text-muted">
      {children}
    </p>
  );
}

export function KeyHint({ keys, children }: { keys: string[]; children: ReactNode }) {
  return (
    <span className="inline-flex items-center gap-1.5">
      {keys.map((key) => (
        <Kbd key={key}>{key}</Kbd>
      ))}
      {children}
    </span>
  );
}
