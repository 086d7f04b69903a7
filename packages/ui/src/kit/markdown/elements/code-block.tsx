import { Check, Copy } from 'lucide-react';
import { useId } from 'react';
import type { ReactNode } from 'react';
import { Icon } from '../../icons/icon.tsx';
import { useCopied } from '../../hooks/use-copied.ts';
import { CodeLines } from './code-lines.tsx';
import { useHighlight } from '../highlight/use-highlight.ts';
import { useCodeFold } from './use-code-fold.ts';

interface CodeBlockProps {
  language: string | undefined;
  /**
   * The code in groups of lines that concatenate to its text; in a growing block, earlier groups stay the same strings.
   */
  groups: readonly string[];
  /** Shows the caret while more is streaming. */
  caret?: boolean;
  /** An extra button in the header. */
  action?: ReactNode;
  /** Replaces the lines. */
  instead?: ReactNode;
}

/** A code block with its language and a copy button. A long one is folded once it is finished. */
export function CodeBlock({ language, groups, caret = false, action, instead }: CodeBlockProps): ReactNode {
  const { copied, copy } = useCopied();
  const id = useId();
  const { pre, shown, lines, fold } = useCodeFold(groups, caret);
  const colours = useHighlight(language, shown, caret);
  return (
    <div className="code wide">
      <div className="code__head">
        <span className="code__language">{language ?? 'text'}</span>
        {action}
        <button type="button" className="code__button" onClick={() => copy(groups.join(''))}>
          <Icon icon={copied ? Check : Copy} size="xs" />
          {copied ? 'Copied' : 'Copy'}
          <span className="sr-only"> code</span>
        </button>
        <span className="sr-only" role="status">
          {copied ? 'Copied' : ''}
        </span>
      </div>
      {instead ?? (
        <pre ref={pre} id={id} role="group" tabIndex={0} aria-label={language ? `Code, ${language}` : 'Code'}>
          <code>
            {shown.map((group, index) => (
              <CodeLines
                key={index}
                text={group}
                lines={colours[index]}
                place={index < shown.length - 1 ? 'full' : caret ? 'open' : 'last'}
              />
            ))}
            {caret && <span className="caret" aria-hidden="true" />}
          </code>
        </pre>
      )}
      {fold && !instead && (
        <button
          type="button"
          className="code__more"
          aria-expanded={!fold.folded}
          aria-controls={id}
          onClick={fold.toggle}
        >
          {fold.folded ? `Show all ${lines.toLocaleString('en-US')} lines` : 'Show less'}
        </button>
      )}
    </div>
  );
}
