import { t } from '@parley/core';
import type { DoctorFinding } from '@parley/core';
import { Suspense, useState } from 'react';
import { Button } from '../../../kit/controls/button.tsx';
import { lazyPart } from '../../../kit/lazy/lazy-part.tsx';
import { useClient } from '../../../stores/client.ts';
import { problemText } from '../../../stores/problem-text.ts';
import { refreshAudit } from '../people/audit-refreshes.ts';
import { Section } from '../section.tsx';

const Findings = lazyPart('findings', async () => (await import('./findings.tsx')).Findings);

/** A button that checks the settings and tries every service, and the findings. */
export function SetupCheck() {
  const { api } = useClient();
  const [isBusy, setBusy] = useState(false);
  const [findings, setFindings] = useState<DoctorFinding[] | null>(null);
  const [problem, setProblem] = useState<string | null>(null);

  const check = async () => {
    setBusy(true);
    setProblem(null);
    try {
      setFindings(await (await api.server()).examine());
    } catch (error) {
      setProblem(problemText(error));
    }
    setBusy(false);
    refreshAudit();
  };
  return (
    <Section title={t`Setup`}>
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <p className="max-w-prose min-w-0 text-muted">{t`Checks every setting and tries every service. This takes a few seconds and costs next to nothing.`}</p>
        <Button variant="secondary" disabled={isBusy} onClick={() => void check()}>
          {isBusy ? t`Checking…` : t`Check the setup`}
        </Button>
      </div>
      {problem !== null && (
        <p role="alert" className="mt-3 text-danger">
          {problem}
        </p>
      )}
      {findings && (
        <Suspense>
          <Findings findings={findings} />
        </Suspense>
      )}
    </Section>
  );
}
