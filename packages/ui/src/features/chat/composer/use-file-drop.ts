import { useEffect, useEffectEvent, useState, type RefObject } from 'react';

/** Accepts files dropped anywhere on the column around this element. Returns true while files are dragged over it. */
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
    // Without this, a file dropped outside would replace the page and lose what was typed.
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
