import { STORY_MS, SUCCESS_STORIES } from '@parley/core';
import { Button } from '../../kit/controls/button.tsx';
import { PauseButton } from './pause-button.tsx';
import { StepFrame } from './step-frame.tsx';
import { StoryTabs } from './story-tabs.tsx';
import { useRotation } from './use-rotation.ts';
import './stories.css';

interface StoriesStepProps {
  onPrevious: () => void;
  onNext: () => void;
}

/** Fictional user stories, labeled as fictional. */
export function StoriesStep({ onPrevious, onNext }: StoriesStepProps) {
  const { shown, show, hold, isStill, isPaused, setPaused } = useRotation(SUCCESS_STORIES.length, STORY_MS);
  return (
    <StepFrame
      title="See how people might use it"
      lead="Illustrative examples, not real customers."
      onPrevious={onPrevious}
      action={<Button onClick={onNext}>Continue</Button>}
    >
      <div role="group" aria-label="Success stories" className="stories" {...hold}>
        <div className="stories__stack">
          {SUCCESS_STORIES.map(({ id, person, role, text }, index) => (
            <div
              key={id}
              id={`story-${id}`}
              role="tabpanel"
              aria-labelledby={`story-tab-${id}`}
              data-shown={index === shown ? '' : undefined}
              className="story"
            >
              <p className="story__badge">EXAMPLE</p>
              <blockquote>{text}</blockquote>
              <p className="story__who">
                <b>{person}</b> {role}
              </p>
            </div>
          ))}
        </div>
        <div className="stories__foot">
          <StoryTabs shown={shown} onShow={show} />
          {!isStill && <PauseButton isPaused={isPaused} onChange={setPaused} />}
        </div>
      </div>
    </StepFrame>
  );
}
