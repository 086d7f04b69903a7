import { ANALYSIS_PERCENTS } from '@parley/core';
import { useEffect, useEffectEvent, useState } from 'react';
import { Pulse } from '../../kit/text/caret.tsx';

/** How long each percentage shows, in milliseconds. */
const EACH = 450;
const LAST = ANALYSIS_PERCENTS.length - 1;
const WORDS = ['Reviewing your goals', 'Reviewing your answers', 'Calculating your score'];

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
    <div className="onboarding-analysis">
      <p className="onboarding-analysis__percent">
        {percent}
        <small>%</small>
      </p>
      <div
        role="progressbar"
        aria-label="Analysis"
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={percent}
        className="onboarding-analysis__bar"
      >
        <i style={{ width: `${percent}%` }} />
      </div>
      <p className="mt-4 flex items-center gap-2.5 text-muted">
        <Pulse />
        {WORDS[Math.floor((stage / ANALYSIS_PERCENTS.length) * WORDS.length)]}
      </p>
    </div>
  );
}
