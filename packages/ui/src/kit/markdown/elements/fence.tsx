import { Suspense, useState } from 'react';
import type { ReactNode } from 'react';
import { lazyPart } from '../../lazy/lazy-part.tsx';
import { CodeBlock } from './code-block.tsx';

interface FenceProps {
  language: string | undefined;
  /**
   * The code in groups of lines that concatenate to its text; in a growing block, earlier groups stay the same strings.
   */
  groups: readonly string[];
  caret?: boolean;
}

const Diagram = lazyPart(
  'diagram',
  async () => (await import('../diagram/diagram.tsx')).Diagram,
  ({ problem, onAgain }) => (
    <p className="diagram__note" role="alert">
      {problem}.{' '}
      <button type="button" className="code__button" onClick={onAgain}>
        Try again
      </button>
    </p>
  ),
);

/** A fenced code block; a Mermaid block can be shown as a diagram. */
export function Fence({ language, groups, caret = false }: FenceProps): ReactNode {
  const [showsDiagram, setShowsDiagram] = useState(false);
  if (language?.toLowerCase() !== 'mermaid' || caret)
    return <CodeBlock language={language} groups={groups} caret={caret} />;
  return (
    <CodeBlock
      language={language}
      groups={groups}
      action={
        <button type="button" className="code__button" onClick={() => setShowsDiagram(!showsDiagram)}>
          {showsDiagram ? 'Show source' : 'Show diagram'}
        </button>
      }
      instead={
        showsDiagram ? (
          <Suspense fallback={<p className="diagram__note">Drawing…</p>}>
            <Diagram source={groups.join('')} />
          </Suspense>
        ) : undefined
      }
    />
  );
}
