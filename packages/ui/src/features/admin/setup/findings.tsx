import { plural, t } from '@parley/core';
import type { DoctorFinding } from '@parley/core';
import { countWords } from '../figure-words.ts';
import { LOCALE } from '../../../kit/text/format/locale.ts';

type Level = DoctorFinding['level'];

/** The worst first. */
const LEVELS: readonly Level[] = ['error', 'warning', 'ok'];
const WORDS: Record<Level, string> = { error: t`Error`, warning: t`Warning`, ok: t`OK` };
const COLORS: Record<Level, string> = {
  error: 'bg-danger-soft text-danger',
  warning: 'bg-warning-soft text-warning',
  ok: 'bg-success-soft text-success',
};

/** What the check found, the worst first. */
export function Findings({ findings }: { findings: DoctorFinding[] }) {
  const sorted = LEVELS.flatMap((level) => findings.filter((finding) => finding.level === level));
  return (
    <>
      <p role="status" className="mt-4 font-medium">
        {summary(findings)}
      </p>
      <ul className="mt-2 divide-y divide-hairline border-y border-hairline">
        {sorted.map(({ part, level, message, fix }, index) => (
          <li key={index} className="flex gap-3 py-3">
            <p className="w-20 shrink-0">
              <span className={`inline-block rounded-sm px-2 py-0.5 text-sm font-medium ${COLORS[level]}`}>
                {WORDS[level]}
              </span>
            </p>
            <div className="min-w-0 grow wrap-anywhere">
              <h3 className="font-medium">{part}</h3>
              <p className="text-muted">{message}</p>
              {fix !== null && <p>{fix}</p>}
            </div>
          </li>
        ))}
      </ul>
    </>
  );
}

function summary(findings: DoctorFinding[]): string {
  const count = (level: Level) => findings.filter((finding) => finding.level === level).length;
  const [errors, warnings] = [count('error'), count('warning')];
  if (errors + warnings === 0) return t`Everything works.`;
  const counts = [
    plural(errors)`${countWords(errors)} error|${countWords(errors)} errors`,
    plural(warnings)`${countWords(warnings)} warning|${countWords(warnings)} warnings`,
  ];
  return t`${new Intl.ListFormat(LOCALE, { type: 'unit' }).format(counts)}.`;
}
