import { useEffect, useState } from 'react';

/** Whether any text was selected since the page was opened: from then on a part of a message can be quoted. */
export function useHasSelected(): boolean {
  const [hasSelected, setSelected] = useState(false);
  useEffect(() => {
    const onSelection = ({ target }: Event) => {
      // Typing moves the selection of the text field. Reading the page's selection then would force a layout.
      if (target === document && getSelection()?.isCollapsed === false) setSelected(true);
    };
    document.addEventListener('selectionchange', onSelection);
    return () => document.removeEventListener('selectionchange', onSelection);
  }, []);
  return hasSelected;
}
