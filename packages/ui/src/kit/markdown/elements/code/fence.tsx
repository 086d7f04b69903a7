import { t } from '@parley/core';
import { Suspense, use, useState } from 'react';
import type { ReactNode } from 'react';
import { lazyPart } from '../../../lazy/lazy-part.tsx';
import { rich } from '../../../text/rich.tsx';
import type { DrawnDiagram } from '../../diagram/draw-diagram.ts';
import { StreamingContext } from '../../stream/streaming-context.ts';
import { CodeBlock } from './code-block.tsx';
import { PreviewContext } from './preview-context.ts';

interface FenceProps {
  language: string | undefined;
  /**
   * The code in groups of lines that concatenate to its text; in a growing block, earlier groups stay the same strings.
   */
  groups: readonly string[];
  caret?: boolean;
}

const DiagramDrawer = lazyPart(
  'diagram',
  async () => (await import('../../diagram/diagram-drawer.tsx')).DiagramDrawer,
  ({ problem, onAgain }) => (
    <p className="diagram__note" role="alert" dir="auto">
      {rich`${problem}. ${(<button type="button" className="code__button" onClick={onAgain}>{t`Try again`}</button>)}`}
    </p>
  ),
);

const PREVIEWABLE = /^(?:html?|svg|[jt]sx)$/i;

/** A fenced code block. After the reply has ended, a Mermaid block is shown as a diagram as soon as that is drawn. */
export function Fence({ language, groups, caret = false }: FenceProps): ReactNode {
  const [drawn, setDrawn] = useState<DrawnDiagram>();
  const [showsSource, setShowsSource] = useState(false);
  // Drawing takes many frames, which a streaming reply needs itself.
  const streams = use(StreamingContext);
  const openPreview = use(PreviewContext);
  const isDiagram = language?.toLowerCase() === 'mermaid' && !caret && !streams;
  const picture = isDiagram && drawn !== 'failed' ? drawn : undefined;
  return (
    <CodeBlock
      language={language}
      groups={groups}
      caret={caret}
      action={
        picture ? (
          <button type="button" className="code__button" onClick={() => setShowsSource(!showsSource)}>
            {showsSource ? t`Show diagram` : t`Show source`}
          </button>
        ) : (
          openPreview &&
          language &&
          !caret &&
          PREVIEWABLE.test(language) && (
            <button
              type="button"
              className="code__button"
              onClick={() => openPreview({ language, code: groups.join('') })}
            >{t`Preview`}</button>
          )
        )
      }
      instead={
        picture && !showsSource ? (
          <div className="diagram scroll-hint" role="group" tabIndex={0} aria-label={t`Diagram`}>
            <img src={picture.url} width={picture.width} height={picture.height} alt={t`Diagram`} />
          </div>
        ) : undefined
      }
    >
      {isDiagram && (
        <Suspense>
          <DiagramDrawer source={groups.join('')} onDrawn={setDrawn} />
        </Suspense>
      )}
      {isDiagram && drawn === 'failed' && (
        <p className="diagram__note" role="status" dir="auto">{t`This diagram couldn’t be drawn.`}</p>
      )}
    </CodeBlock>
  );
}
