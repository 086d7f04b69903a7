import { memo } from 'react';
import type { ReactNode } from 'react';
import type { Line } from './highlight/block-highlight.ts';

const classes = { keyword: 'tk', string: 'ts', number: 'tn', comment: 'tc' } as const;

interface CodeLinesProps {
  text: string;
  /** The lines of the text with their colours, if they are known. */
  lines: readonly Line[] | undefined;
  /** The caret follows right behind. */
  open: boolean;
}

/** Some lines of code. A line is drawn again only when what it shows is another. */
export const CodeLines = memo(function CodeLines({ text, lines, open }: CodeLinesProps): ReactNode {
  return (
    <span className={open ? 'code__lines is-open' : 'code__lines'}>
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
