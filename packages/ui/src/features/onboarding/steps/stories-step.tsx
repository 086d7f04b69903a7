import { STORY_MS, SUCCESS_STORIES, t } from '@parley/core';
import { Badge } from '../../../kit/controls/badge.tsx';
import { Button } from '../../../kit/controls/button.tsx';
import { PauseButton } from '../carousel/pause-button.tsx';
import { StepFrame } from './step-frame.tsx';
import { StoryTabs } from '../carousel/story-tabs.tsx';
import { useRotation } from '../carousel/use-rotation.ts';

interface StoriesStepProps {
  onPrevious: () => void;
  onNext: () => void;
}

/** Fictional user stories, labeled as fictional. */
export function StoriesStep({ onPrevious, onNext }: StoriesStepProps) {
  const { shown, show, hold, isStill, isPaused, setPaused } = useRotation(SUCCESS_STORIES.length, STORY_MS);
  return (
    <StepFrame
      title={t`See how people might use it`}
      lead={t`Illustrative examples, not real customers.`}
      onPrevious={onPrevious}
      action={<Button onClick={onNext}>{t`Continue`}</Button>}
    >
      <div role="group" aria-label={t`Success stories`} className="mt-8 max-md:mt-6" {...hold}>
        <div className="grid">
          {SUCCESS_STORIES.map(({ id, person, role, text }, index) => (
            <div
              key={id}
              id={`story-${id}`}
              role="tabpanel"
              aria-labelledby={`story-tab-${id}`}
              data-shown={index === shown ? '' : undefined}
              className="invisible col-1 row-1 border-s-2 border-line ps-4.5 data-shown:visible data-shown:animate-appear max-md:ps-3.5"
            >
              <Badge className="block w-fit">{t`EXAMPLE`}</Badge>
              <blockquote className="mt-3 text-[1.25rem]/7.5 tracking-[-0.01em] text-pretty max-md:text-[1.125rem]/7">
                {text}
              </blockquote>
              <p className="mt-4 text-muted">
                <Named text={role} name={person} />
              </p>
            </div>
          ))}
        </div>
        <div className="mt-6 -me-2 flex min-h-8 items-center justify-between">
          <StoryTabs shown={shown} onShow={show} />
          {!isStill && <PauseButton isPaused={isPaused} onChange={setPaused} />}
        </div>
      </div>
    </StepFrame>
  );
}

/** A text with the name in it in bold. */
function Named({ text, name }: { text: string; name: string }) {
  const [before, ...after] = text.split(name);
  if (after.length === 0) return text;
  return (
    <>
      {before}
      <b className="font-medium text-ink">{name}</b>
      {after.join(name)}
    </>
  );
}
