import { useState } from 'react';
import { AppError, plural, t } from '@parley/core';
import { Button } from '../../kit/controls/button.tsx';
import { FieldsForm } from '../../kit/controls/fields-form.tsx';
import { TextField } from '../../kit/controls/text-field.tsx';
import { useClient } from '../../stores/client.ts';
import { problemText } from '../../stores/problem-text.ts';
import { countWords } from './figure-words.ts';
import { refreshAudit } from './people/audit-refreshes.ts';
import { ReportedPages } from './reported-pages.tsx';
import { Section } from './section.tsx';

/** The number of shared pages, those that readers reported, and a form that takes one down. */
export function SharedPages({ count }: { count: number }) {
  const { api } = useClient();
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const [isDone, setDone] = useState(false);

  const takeDown = async (url: string, form: HTMLFormElement) => {
    setDone(false);
    setProblem(url.trim() === '' ? t`Address is required` : null);
    if (url.trim() === '') return;
    setBusy(true);
    try {
      await (await api.shares()).takeDown(url);
      setDone(true);
      form.reset();
    } catch (error) {
      const isUnknown = error instanceof AppError && error.code === 'not-found';
      setProblem(isUnknown ? t`No shared page has this address.` : problemText(error));
    }
    setBusy(false);
    refreshAudit();
  };
  return (
    <Section title={t`Shared pages`}>
      <p className="mb-4 text-muted">{plural(
        count,
      )`${countWords(count)} page is open to anyone who has the link.|${countWords(count)} pages are open to anyone who has the link.`}</p>
      <ReportedPages />
      <FieldsForm
        isBusy={isBusy}
        className="grid grid-cols-[minmax(0,1fr)_auto] items-end gap-2"
        onSubmit={(field, form) => void takeDown(field('url'), form)}
      >
        <TextField label={t`Address of a shared page`} name="url" autoComplete="off" required problem={problem} />
        <Button
          type="submit"
          variant="outlined-danger"
          className="min-h-11 self-end"
          disabled={isBusy}
        >{t`Take down`}</Button>
      </FieldsForm>
      {isDone && <p role="status" className="mt-2 text-sm text-muted">{t`The page is taken down.`}</p>}
    </Section>
  );
}
