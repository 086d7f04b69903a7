import { t } from '@parley/core';
import { memo, useContext, useEffect, useState } from 'react';
import type { ReactNode } from 'react';
import { StreamingContext } from '../stream/streaming-context.ts';
import { runInSlices } from '../stream/time-sliced-queue.ts';
import { loadedTypesetter, loadTypesetter } from './typesetters.ts';

interface FormulaProps {
  tex: string;
  /** The source with its delimiters, shown when it cannot be rendered. */
  written: string;
  /** Display style, on lines of its own. */
  block: boolean;
}

interface Setting {
  tex: string;
  block: boolean;
  /** Undefined if the TeX is invalid or KaTeX failed to load. */
  element: HTMLElement | undefined;
}

/** A formula: rendered at once in a streaming reply, otherwise through the time-sliced queue. */
export const Formula = memo(function Formula({ tex, written, block }: FormulaProps): ReactNode {
  const growing = useContext(StreamingContext);
  const [setting, setSetting] = useState(() => (growing ? settingNow(tex, block) : undefined));
  const current = setting?.tex === tex && setting.block === block ? setting : undefined;
  if (growing && setting && !current) setSetting(settingNow(tex, block));
  useEffect(() => {
    if (current) return;
    let cancel: (() => void) | undefined;
    let isCanceled = false;
    void loadTypesetter().then((typeset) => {
      if (isCanceled) return;
      cancel = runInSlices(() => {
        setSetting({ tex, block, element: typeset?.(tex, block) });
        return true;
      });
    });
    return () => {
      isCanceled = true;
      cancel?.();
    };
  }, [tex, block, current]);
  if (current && !current.element) return <code>{written}</code>;
  const set = current?.element;
  // KaTeX creates the elements; React owns only their container.
  const place = (host: HTMLElement | null): void => {
    if (host && set && host.firstChild !== set) host.replaceChildren(set);
  };
  if (!block) return <span className="formula" data-written={written} ref={place} />;
  return (
    <span className="formula-block">
      <span className="formula" data-written={written} role="group" tabIndex={0} aria-label={t`Formula`} ref={place} />
    </span>
  );
});

function settingNow(tex: string, block: boolean): Setting | undefined {
  const typeset = loadedTypesetter();
  return typeset && { tex, block, element: typeset(tex, block) };
}
