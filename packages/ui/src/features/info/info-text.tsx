import { Markdown } from '../../kit/markdown/markdown.tsx';
import { InternalLinksContext } from '../../kit/markdown/elements/internal-links-context.ts';
import type { Section } from './split-sections.ts';

/** The content of a page as sections, so that a fragment can link to each. */
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
