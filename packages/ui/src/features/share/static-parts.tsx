import { t } from '@parley/core';
import katex from 'katex';
import { use, type ComponentProps, type ReactNode } from 'react';
import { CopyIcon } from '../../kit/icons/icons.ts';
import { Icon } from '../../kit/icons/icon.tsx';
import { BlockedImage } from '../../kit/markdown/elements/blocked-image.tsx';
import { CodeLines } from '../../kit/markdown/elements/code/code-lines.tsx';
import type { Fence } from '../../kit/markdown/elements/code/fence.tsx';
import type { Picture } from '../../kit/markdown/elements/picture.tsx';
import type { ScrollingTable } from '../../kit/markdown/elements/table/scrolling-table.tsx';
import type { Formula } from '../../kit/markdown/formula/formula.tsx';
import { FORMULA_OPTIONS, isTooLong } from '../../kit/markdown/formula/formula-options.ts';
import { startedHighlight } from '../../kit/markdown/highlight/grammars.ts';
import { isOwnFile } from '../../kit/markdown/parse/safe-url.ts';
import { RenderingContext, type PageRendering } from './page-rendering.ts';

/** A whole code block, highlighted. The page's script makes its button copy. */
function StaticFence({ language, groups }: ComponentProps<typeof Fence>): ReactNode {
  const block = use(RenderingContext).hasTime ? startedHighlight(language) : undefined;
  block?.advance(groups, Infinity);
  const colors = block?.lines(groups) ?? [];
  return (
    <div className="code wide">
      <div className="code__head">
        <span className="code__language">{language ?? t`text`}</span>
        <button type="button" className="code__button" data-copy>
          <Icon icon={CopyIcon} size="xs" />
          <span aria-hidden>{t`Copy`}</span>
          <span className="sr-only">{t`Copy code`}</span>
        </button>
        <span className="sr-only" role="status" />
      </div>
      <pre role="group" tabIndex={0} aria-label={language ? t`Code, ${language}` : t`Code`}>
        <code>
          {groups.map((group, index) => (
            <CodeLines
              key={index}
              text={group}
              lines={colors[index]}
              place={index < groups.length - 1 ? 'full' : 'last'}
            />
          ))}
        </code>
      </pre>
    </div>
  );
}

function StaticFormula({ tex, written, block }: ComponentProps<typeof Formula>): ReactNode {
  const html = typeset(tex, block, use(RenderingContext));
  if (html === undefined) return <code>{written}</code>;
  // KaTeX escapes everything that it writes.
  const content = { __html: html };
  if (!block) return <span className="formula" dangerouslySetInnerHTML={content} />;
  return (
    <span className="formula-block">
      <span className="formula" role="group" tabIndex={0} aria-label={t`Formula`} dangerouslySetInnerHTML={content} />
    </span>
  );
}

function typeset(tex: string, displayMode: boolean, rendering: PageRendering): string | undefined {
  if (isTooLong(tex) || !rendering.hasTime) return undefined;
  try {
    const html = katex.renderToString(tex, { displayMode, ...FORMULA_OPTIONS });
    rendering.hasFormulas = true;
    return html.replaceAll(/ style="([^"]*)"/g, (_all, declarations: string) => {
      const id = rendering.styles.idOf(declarations);
      return id === undefined ? '' : ` data-s="${id}"`;
    });
  } catch {
    // KaTeX throws on invalid TeX; its source is shown instead.
    return undefined;
  }
}

/** The files of the account are not for readers. */
function StaticPicture({ src = '', alt = '', linked }: ComponentProps<typeof Picture>): ReactNode {
  return isOwnFile(src) ? alt : <BlockedImage src={src} alt={alt} linked={linked} />;
}

function StaticTable({ name, children }: ComponentProps<typeof ScrollingTable>): ReactNode {
  return (
    <div className="table wide is-scrolling">
      <div className="table__scroll scroll-hint" role="region" tabIndex={0} aria-label={name} dir="auto">
        <table>{children}</table>
      </div>
    </div>
  );
}

/** The parts of Markdown on a page that is read without scripts. */
export const STATIC_PARTS = {
  Fence: StaticFence,
  Formula: StaticFormula,
  Picture: StaticPicture,
  ScrollingTable: StaticTable,
};
