import { memo, useEffect, useState } from 'react';
import type { ReactNode } from 'react';
import { inSlices } from '../in-slices.ts';
import { loadTypesetter } from './typesetters.ts';

interface FormulaProps {
  tex: string;
  /** As it stands in the text, with its marks: what is shown when it cannot be set. */
  written: string;
  /** On lines of its own. */
  block: boolean;
}

/** A formula, set when what sets it is there. */
export const Formula = memo(function Formula({ tex, written, block }: FormulaProps): ReactNode {
  const [set, setSet] = useState<HTMLElement | 'failed'>();
  useEffect(() => {
    let cancel: (() => void) | undefined;
    let gone = false;
    void loadTypesetter().then((typeset) => {
      if (gone) return;
      cancel = inSlices(() => {
        setSet(typeset?.(tex, block) ?? 'failed');
        return true;
      });
    });
    return () => {
      gone = true;
      cancel?.();
    };
  }, [tex, block]);
  if (set === 'failed') return <code>{written}</code>;
  // The typesetter makes elements; React keeps the place they stand in.
  const place = (host: HTMLElement | null): void => {
    if (host && set && host.firstChild !== set) host.replaceChildren(set);
  };
  if (!block) return <span className="formula" ref={place} />;
  return (
    <span className="formula-block">
      <span className="formula" role="group" tabIndex={0} aria-label="Formula" ref={place} />
    </span>
  );
});
