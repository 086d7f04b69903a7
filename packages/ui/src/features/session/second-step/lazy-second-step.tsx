import { Suspense, type ComponentProps } from 'react';
import { lazyPart } from '../../../kit/lazy/lazy-part.tsx';
import { Skeleton } from '../../../kit/notices/skeleton.tsx';
import type { SecondStep } from './second-step.tsx';

const Part = lazyPart('second-step', async () => (await import('./second-step.tsx')).SecondStep);

/** `SecondStep`, loaded by those who need it. */
export function LazySecondStep(props: ComponentProps<typeof SecondStep>) {
  return (
    <Suspense fallback={<Skeleton lines={3} className="mt-6" />}>
      <Part {...props} />
    </Suspense>
  );
}
