import { t } from '@parley/core';
import type { Section } from './split-sections.ts';

/** Table of contents beside the text. Hidden where there is no room, since scrolling finds the headings quickly. */
export function TableOfContents({ sections }: { sections: Section[] }) {
  return (
    <nav
      aria-labelledby="on-this-page"
      className="sticky top-8 hidden self-start border-s border-hairline ps-5 lg:block"
    >
      <h2 id="on-this-page" className="mb-2 text-sm font-medium text-subtle">{t`On this page`}</h2>
      <ul>
        {sections.map(({ id, heading }) => (
          <li key={id}>
            <a href={`#${id}`} className="block rounded-xs py-1 text-sm text-muted hover:text-ink">
              {heading}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
