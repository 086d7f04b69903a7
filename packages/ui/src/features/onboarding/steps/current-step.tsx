import type { OnboardingStepId } from '@parley/core';
import type { ComponentType, ReactNode } from 'react';
import { useChat, useClient } from '../../../stores/client.ts';
import { useOnboarding } from '../../../stores/onboarding/use-onboarding.ts';
import { AssessmentStep } from './assessment-step.tsx';
import { DemoStep, type DemoReplyProps } from './demo-step.tsx';
import { FeaturesStep } from './features-step.tsx';
import { GoalsStep } from './goals-step.tsx';
import { LastStep } from './last-step.tsx';
import { QuizStep } from './quiz-step.tsx';
import { StoriesStep } from './stories-step.tsx';
import { WelcomeStep } from './welcome-step.tsx';

interface CurrentStepProps {
  step: OnboardingStepId;
  Reply: ComponentType<DemoReplyProps>;
  manage: ReactNode;
}

/** Renders the current step of the onboarding, connected to its store. */
export function CurrentStep({ step, Reply, manage }: CurrentStepProps) {
  const { productName } = useClient().platform.settings;
  const usage = useChat((chat) => chat.usage);
  const { answers, demo, reason, ...to } = useOnboarding((onboarding) => onboarding);
  const ways = { onPrevious: to.previous, onNext: to.next };
  switch (step) {
    case 'welcome':
      return <WelcomeStep productName={productName} onNext={to.next} />;
    case 'goals':
      return <GoalsStep goals={answers.goals} onToggle={to.toggleGoal} {...ways} />;
    case 'quiz':
      return <QuizStep answers={answers.quiz} onAnswer={to.answer} {...ways} />;
    case 'assessment':
      return <AssessmentStep answers={answers} {...ways} />;
    case 'stories':
      return <StoriesStep {...ways} />;
    case 'features':
      return <FeaturesStep productName={productName} {...ways} />;
    case 'demo':
      return (
        <DemoStep
          productName={productName}
          goals={answers.goals}
          demo={demo}
          Reply={Reply}
          onStart={(goal) => void to.startDemo(goal)}
          onStop={to.stopDemo}
          {...ways}
        />
      );
    case 'premium':
      return (
        <LastStep
          limit={reason === 'limit' ? { usage } : null}
          manage={manage}
          onPrevious={to.previous}
          onClose={to.close}
        />
      );
  }
}
