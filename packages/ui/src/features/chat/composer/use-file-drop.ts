import { useEffect, useEffectEvent, useState, type RefObject } from 'react';

/** Takes files that are dropped anywhere on the column around this element; true while some hang over it. */
export function useFileDrop(
  inside: RefObject<HTMLElement | null>,
  isTaking: boolean,
  onFiles: (files: File[]) => void,
): boolean {
  const [isOver, setOver] = useState(false);
  const onDrop = useEffectEvent((event: DragEvent) => {
    const files = [...(event.dataTransfer?.files ?? [])];
    if (isTaking && files.length > 0) onFiles(files);
  });
  useEffect(() => {
    const column = inside.current?.closest('main');
    if (!column) return;
    const listening = new AbortController();
    const options = { signal: listening.signal };
    let depth = 0;
    const enter = (by: 1 | -1) => (event: DragEvent) => {
      if (!hasFiles(event)) return;
      depth = Math.max(0, depth + by);
      setOver(depth > 0);
    };
    column.addEventListener('dragenter', enter(1), options);
    column.addEventListener('dragleave', enter(-1), options);
    // A file that misses must not take the place of the page, with all that is typed in it.
    addEventListener('dragover', (event) => hasFiles(event) && event.preventDefault(), options);
    addEventListener(
      'drop',
      (event) => {
        if (!hasFiles(event)) return;
        event.preventDefault();
        depth = 0;
        setOver(false);
        if (event.target instanceof Node && column.contains(event.target)) onDrop(event);
      },
      options,
    );
    return () => listening.abort();
  }, [inside]);
  return isOver && isTaking;
}

function hasFiles({ dataTransfer }: DragEvent): boolean {
  return dataTransfer?.types.includes('Files') ?? false;
}
