import { memo, useContext, useEffect, useState } from 'react';
import type { ReactNode } from 'react';
import { StreamingContext } from '../stream/streaming-context.ts';
import { runInSlices } from '../stream/time-sliced-queue.ts';
import { loadedTypesetter, loadTypesetter } from './typesetters.ts';

interface FormulaProps {
  tex: string;
  /** As it stands in the text, with its marks: what is shown when it cannot be set. */
  written: string;
  /** On lines of its own. */
  block: boolean;
}

interface Setting {
  tex: string;
  block: boolean;
  /** Undefined for TeX that is broken, or when nothing came to set it. */
  element: HTMLElement | undefined;
}

/** A formula: of a reply that is being written set at once, else when there is time. */
export const Formula = memo(function Formula({ tex, written, block }: FormulaProps): ReactNode {
  const growing = useContext(StreamingContext);
  const [setting, setSetting] = useState(() => (growing ? settingNow(tex, block) : undefined));
  const current = setting?.tex === tex && setting.block === block ? setting : undefined;
  if (growing && setting && !current) setSetting(settingNow(tex, block));
  useEffect(() => {
    if (current) return;
    let cancel: (() => void) | undefined;
    let gone = false;
    void loadTypesetter().then((typeset) => {
      if (gone) return;
      cancel = runInSlices(() => {
        setSetting({ tex, block, element: typeset?.(tex, block) });
        return true;
      });
    });
    return () => {
      gone = true;
      cancel?.();
    };
  }, [tex, block, current]);
  if (current && !current.element) return <code>{written}</code>;
  const set = current?.element;
  // The typesetter makes elements; React keeps the place they stand in.
  const place = (host: HTMLElement | null): void => {
    if (host && set && host.firstChild !== set) host.replaceChildren(set);
  };
  if (!block) return <span className="formula" data-written={written} ref={place} />;
  return (
    <span className="formula-block">
      <span className="formula" data-written={written} role="group" tabIndex={0} aria-label="Formula" ref={place} />
    </span>
  );
});

function settingNow(tex: string, block: boolean): Setting | undefined {
  const typeset = loadedTypesetter();
  return typeset && { tex, block, element: typeset(tex, block) };
}
