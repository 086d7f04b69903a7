import { Markdown } from '../../kit/markdown/markdown.tsx';
import { InternalLinksContext } from '../../kit/markdown/elements/internal-links-context.ts';
import type { Section } from './split-sections.ts';

/** The words of a page, a part each, so that an address can lead to one. */
export function InfoText({ sections }: { sections: Section[] }) {
  return (
    <InternalLinksContext value={true}>
      <div className="grid gap-10 [&>*]:min-w-0">
        {sections.map(({ id, markdown }) => (
          <section key={id} id={id || undefined} className="scroll-mt-8">
            <Markdown text={markdown} streaming={false} />
          </section>
        ))}
      </div>
    </InternalLinksContext>
  );
}
