import { useEffect, useEffectEvent } from 'react';
import { drawDiagram, type DrawnDiagram } from './draw-diagram.ts';
import { useTheme } from './use-theme.ts';
import '../elements/scroll-hint.css';
import './diagram.css';

interface DiagramDrawerProps {
  source: string;
  onDrawn: (drawn: DrawnDiagram) => void;
}

/**
 * Draws a diagram, again in every theme. It is shown as an image, so that no part of its source becomes part of the
 * page.
 */
export function DiagramDrawer({ source, onDrawn }: DiagramDrawerProps): null {
  const theme = useTheme();
  const report = useEffectEvent(onDrawn);
  useEffect(() => {
    let url: string | undefined;
    let isCanceled = false;
    void drawDiagram(source).then((drawn) => {
      if (isCanceled) return;
      if (!drawn) return report('failed');
      const { svg, ...size } = drawn;
      url = URL.createObjectURL(new Blob([svg], { type: 'image/svg+xml' }));
      report({ url, ...size });
    });
    return () => {
      isCanceled = true;
      // The next picture replaces this one a moment later.
      if (url) setTimeout(URL.revokeObjectURL, REPLACED_AFTER, url);
    };
  }, [source, theme]);
  return null;
}

const REPLACED_AFTER = 10_000;
