import { memo } from 'react';
import type { ReactNode } from 'react';
import type { Line } from '../../highlight/block-highlight.ts';

const classes = {
  keyword: 'code__keyword',
  string: 'code__string',
  number: 'code__number',
  comment: 'code__comment',
} as const;

interface CodeLinesProps {
  text: string;
  /** Highlighted lines, if available. */
  lines: readonly Line[] | undefined;
  /**
   * Position of the group: `last`, `open` (last, with the caret right behind), or `full` (any other group, which has
   * the maximum number of lines).
   */
  place: 'full' | 'last' | 'open';
}

/** A group of code lines. A line renders again only when its content changes. */
export const CodeLines = memo(function CodeLines({ text, lines, place }: CodeLinesProps): ReactNode {
  return (
    <span className={`code__lines code__lines--${place}`}>
      {lines ? lines.map((line, index) => <OneLine key={index} line={line} />) : text}
    </span>
  );
});

const OneLine = memo(function OneLine({ line }: { line: Line }): ReactNode {
  return line.map(({ text, kind }, index) =>
    kind ? (
      <span key={index} className={classes[kind]}>
        {text}
      </span>
    ) : (
      text
    ),
  );
});
