import { INFO_PAGES, t } from '@parley/core';
import { AppLink } from '../../../kit/controls/app-link.tsx';
import { Row } from '../row.tsx';
import { Section } from './section.tsx';

const SHOWN = ['help', 'contact', 'terms', 'privacy', 'accessibility'];

/** The way to the information pages, and to the keyboard shortcuts. */
export function HelpSection() {
  return (
    <Section title={t`Help`}>
      <div className="touch:hidden">
        <Row label={t`Keyboard shortcuts`}>{t`Press ? in the chat`}</Row>
      </div>
      <nav aria-label={t`Help`} className="flex flex-wrap gap-x-5 gap-y-1 pt-3">
        {INFO_PAGES.filter(({ id }) => SHOWN.includes(id)).map(({ id, label }) => (
          <AppLink
            key={id}
            to={`/${id}`}
            className="inline-block min-h-6 rounded-xs text-accent-text hover:underline hover:underline-offset-3"
          >
            {label}
          </AppLink>
        ))}
      </nav>
    </Section>
  );
}
