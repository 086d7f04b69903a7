import { useEffect, useState } from 'react';
import type { ReactNode } from 'react';
import { drawDiagram } from './draw-diagram.ts';
import { useTheme } from './use-theme.ts';

/** A diagram as an image, so that no part of its source becomes part of the page. */
export function Diagram({ source }: { source: string }): ReactNode {
  const theme = useTheme();
  const [picture, setPicture] = useState<{ url: string; width: number } | 'failed'>();
  useEffect(() => {
    let url: string | undefined;
    let isCanceled = false;
    void drawDiagram(source, theme).then((drawn) => {
      if (isCanceled) return;
      if (drawn) url = URL.createObjectURL(new Blob([drawn.svg], { type: 'image/svg+xml' }));
      setPicture(drawn && url ? { url, width: drawn.width } : 'failed');
    });
    return () => {
      isCanceled = true;
      if (url) URL.revokeObjectURL(url);
    };
  }, [source, theme]);
  if (picture === 'failed') {
    return (
      <>
        <p className="diagram__note" role="status">
          This diagram couldn’t be drawn.
        </p>
        <pre role="group" tabIndex={0} aria-label="Code, mermaid">
          <code>{source}</code>
        </pre>
      </>
    );
  }
  if (!picture) return <p className="diagram__note">Drawing…</p>;
  return (
    <div className="diagram">
      <img src={picture.url} width={picture.width} alt="Diagram" />
    </div>
  );
}
