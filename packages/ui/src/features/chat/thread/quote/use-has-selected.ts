import { useEffect, useState } from 'react';

/** Whether any text was selected since the page was opened: from then on a part of a message can be quoted. */
export function useHasSelected(): boolean {
  const [hasSelected, setSelected] = useState(false);
  useEffect(() => {
    const onSelection = () => {
      if (getSelection()?.isCollapsed === false) setSelected(true);
    };
    document.addEventListener('selectionchange', onSelection);
    return () => document.removeEventListener('selectionchange', onSelection);
  }, []);
  return hasSelected;
}
