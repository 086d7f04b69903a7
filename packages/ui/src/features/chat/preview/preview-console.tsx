import { plural, t } from '@parley/core';
import type { ConsoleEntry } from './run-in-frame.ts';
import { LOCALE } from '../../../kit/text/format/locale.ts';

interface PreviewConsoleProps {
  entries: readonly ConsoleEntry[];
  /** Entries that are not shown. */
  dropped: number;
  isOpen: boolean;
  onToggle: (isOpen: boolean) => void;
}

/** What the scripts of a preview wrote to the console, and their errors. */
export function PreviewConsole({ entries, dropped, isOpen, onToggle }: PreviewConsoleProps) {
  const errors = entries.filter(({ level }) => level === 'error').length;
  if (entries.length === 0) return null;
  return (
    <details className="preview__console" open={isOpen} onToggle={({ currentTarget }) => onToggle(currentTarget.open)}>
      <summary>
        {t`Console`}
        <span className="preview__count">{errors > 0 ? errorCount(errors) : messageCount(entries.length)}</span>
      </summary>
      <div role="group" aria-label={t`Console`} tabIndex={0} dir="ltr" className="preview__log">
        <div role="log">
          {entries.map(({ level, text }, index) => (
            <p key={index} dir="auto" className={level === 'error' ? 'is-error' : undefined}>
              {level === 'error' && <span className="sr-only">{t`Error:`} </span>}
              {text}
            </p>
          ))}
          {dropped > 0 && <p dir="auto">{notShown(dropped)}</p>}
        </div>
      </div>
    </details>
  );
}

function errorCount(count: number): string {
  const written = count.toLocaleString(LOCALE);
  return plural(count)`${written} error|${written} errors`;
}

function messageCount(count: number): string {
  const written = count.toLocaleString(LOCALE);
  return plural(count)`${written} message|${written} messages`;
}

function notShown(count: number): string {
  const written = count.toLocaleString(LOCALE);
  return plural(count)`${written} message not shown|${written} messages not shown`;
}
