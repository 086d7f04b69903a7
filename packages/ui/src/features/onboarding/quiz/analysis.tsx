import { ANALYSIS_PERCENTS, t } from '@parley/core';
import { useEffect, useEffectEvent, useState } from 'react';
import { Pulse } from '../../../kit/text/caret.tsx';
import { ProgressBar } from '../progress-bar.tsx';

/** How long each percentage shows, in milliseconds. */
const EACH = 450;
const LAST = ANALYSIS_PERCENTS.length - 1;
const WORDS = [t`Reviewing your goals`, t`Reviewing your answers`, t`Calculating your score`];

/** Animation between the last answer and the result; calls `onEnd` when it is over. */
export function Analysis({ onEnd }: { onEnd: () => void }) {
  const [stage, setStage] = useState(0);
  const end = useEffectEvent(onEnd);
  useEffect(() => {
    const timer = setTimeout(() => (stage < LAST ? setStage(stage + 1) : end()), EACH);
    return () => clearTimeout(timer);
  }, [stage]);
  const percent = ANALYSIS_PERCENTS[stage] ?? 100;
  return (
    <div className="mt-8">
      <p className="text-[5rem]/16 font-strong tracking-[-0.045em] tabular-nums">
        {percent}
        <small className="ms-[0.1em] text-2xl/16 font-normal text-subtle">%</small>
      </p>
      <ProgressBar
        label={t`Analysis`}
        min={0}
        max={100}
        value={percent}
        className="mt-6 h-1 overflow-hidden rounded-[2px]"
      />
      <p className="mt-4 flex items-center gap-2.5 text-muted">
        <Pulse />
        {WORDS[Math.floor((stage / ANALYSIS_PERCENTS.length) * WORDS.length)]}
      </p>
    </div>
  );
}
