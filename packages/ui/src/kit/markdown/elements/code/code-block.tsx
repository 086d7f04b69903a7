import { plural, t } from '@parley/core';
import { useId } from 'react';
import type { ReactNode } from 'react';
import { copyText } from '../../../text/copy-text.ts';
import { CodeLines } from './code-lines.tsx';
import { CopyButton } from '../copy-button.tsx';
import { useHighlight } from '../../highlight/use-highlight.ts';
import { useCodeFold } from './use-code-fold.ts';
import { LOCALE } from '../../../text/format/locale.ts';

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
  /** Shown below the lines. */
  children?: ReactNode;
}

/** A code block with its language and a copy button. A long one is folded once it is finished. */
export function CodeBlock({ language, groups, caret = false, action, instead, children }: CodeBlockProps): ReactNode {
  const id = useId();
  const { pre, shown, lines, fold } = useCodeFold(groups, caret);
  const colors = useHighlight(language, shown, caret);
  const count = lines.toLocaleString(LOCALE);
  return (
    <div className={`code wide${instead ? ' has-diagram' : fold?.folded ? ' is-folded' : ''}`}>
      <div className="code__head">
        <span className="code__language">
          {language ?? t`text`}
          {fold && ` · ${plural(lines)`${count} line|${count} lines`}`}
        </span>
        {action}
        {!caret && (
          <button
            type="button"
            className="code__button"
            aria-label={t`Save code as a file`}
            onClick={() =>
              void import('./save-code.ts').then(
                ({ saveCode }) => saveCode(language, groups.join('')),
                () => {},
              )
            }
          >
            {t`Save`}
          </button>
        )}
        <CopyButton label={t`Copy code`} copiedLabel={t`Copied code`} copy={() => copyText(groups.join(''))} />
      </div>
      {instead ?? (
        <pre
          ref={pre}
          id={id}
          role="group"
          tabIndex={0}
          aria-label={language ? t`Code, ${language}` : t`Code`}
          data-language={language}
        >
          <code>
            {shown.map((group, index) => (
              <CodeLines
                key={index}
                text={group}
                lines={colors[index]}
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
          {fold.folded ? plural(lines)`Show all ${count} line|Show all ${count} lines` : t`Show less`}
        </button>
      )}
      {children}
    </div>
  );
}
