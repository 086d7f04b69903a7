import { Check, Copy } from 'lucide-react';
import { memo } from 'react';
import type { ReactNode } from 'react';
import { Icon } from '../icon.tsx';
import { useCopied } from '../use-copied.ts';

interface CodeBlockProps {
  language: string | undefined;
  /** The code's lines in groups that join to its text; earlier groups of a growing block stay the same strings. */
  groups: readonly string[];
  /** Shows that more is being written. */
  caret?: boolean;
}

/** A block of code under its language and a button that copies it. */
export function CodeBlock({ language, groups, caret = false }: CodeBlockProps): ReactNode {
  const { copied, copy } = useCopied();
  return (
    <div className="code wide">
      <div className="code__head">
        <span>{language ?? 'text'}</span>
        <button type="button" className="code__copy" onClick={() => copy(groups.join(''))}>
          <Icon icon={copied ? Check : Copy} size="xs" />
          {copied ? 'Copied' : 'Copy'}
          <span className="sr-only"> code</span>
        </button>
        <span className="sr-only" role="status">
          {copied ? 'Copied' : ''}
        </span>
      </div>
      <pre role="group" tabIndex={0} aria-label={language ? `Code, ${language}` : 'Code'}>
        <code>
          {groups.map((group, index) => (
            <Lines key={index} text={group} />
          ))}
          {caret && <span className="caret" aria-hidden="true" />}
        </code>
      </pre>
    </div>
  );
}

const Lines = memo(function Lines({ text }: { text: string }): ReactNode {
  return <span>{text}</span>;
});
