import { memo } from 'react';
import type { ReactNode } from 'react';
import type { Line } from '../highlight/block-highlight.ts';

const classes = { keyword: 'tk', string: 'ts', number: 'tn', comment: 'tc' } as const;

interface CodeLinesProps {
  text: string;
  /** The lines of the text with their colours, if they are known. */
  lines: readonly Line[] | undefined;
  /** Where they stand: the last ones, the last ones with the caret right behind, or others, which are as many as may be. */
  place: 'full' | 'last' | 'open';
}

/** Some lines of code. A line is drawn again only when what it shows is another. */
export const CodeLines = memo(function CodeLines({ text, lines, place }: CodeLinesProps): ReactNode {
  return (
    <span className={`code__lines is-${place}`}>
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
