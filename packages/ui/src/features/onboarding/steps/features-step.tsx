import { FEATURE_MS, ONBOARDING_FEATURES, t } from '@parley/core';
import { Button } from '../../../kit/controls/button.tsx';
import { FeatureRow } from '../carousel/feature-row.tsx';
import { PauseButton } from '../carousel/pause-button.tsx';
import { StepFrame } from './step-frame.tsx';
import { useRotation } from '../carousel/use-rotation.ts';

interface FeaturesStepProps {
  productName: string;
  onPrevious: () => void;
  onNext: () => void;
}

/** The product's features: all by name, and a sentence on one at a time. */
export function FeaturesStep({ productName, onPrevious, onNext }: FeaturesStepProps) {
  const { shown, show, hold, isStill, isPaused, setPaused } = useRotation(ONBOARDING_FEATURES.length, FEATURE_MS);
  return (
    <StepFrame
      title={t`What ${productName} does`}
      onPrevious={onPrevious}
      action={<Button onClick={onNext}>{t`Continue`}</Button>}
    >
      <div role="group" aria-label={t`Features`} {...hold}>
        <ul className="mt-6 border-t border-hairline">
          {ONBOARDING_FEATURES.map((feature, index) => (
            <FeatureRow key={feature.id} feature={feature} isShown={index === shown} onShow={() => show(index)} />
          ))}
        </ul>
        {!isStill && (
          <div className="mt-1 -me-2 -mb-2 flex justify-end">
            <PauseButton isPaused={isPaused} onChange={setPaused} />
          </div>
        )}
      </div>
    </StepFrame>
  );
}
