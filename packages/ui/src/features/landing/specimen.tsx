import { Suspense, useEffect, useRef, useState } from 'react';
import { lazyPart } from '../../kit/lazy/lazy-part.tsx';
import { Processing } from '../../kit/reply/processing.tsx';
import { FIRST_QUESTION } from './first-question.ts';
import { SampleQuestion } from './sample-question.tsx';

const Sample = lazyPart(
  'sample',
  async () => (await import('./sample/sample.tsx')).Sample,
  () => <Beginning />,
);

/**
 * A sample conversation, cut off at the bottom of its frame. Its height is fixed from the start. The streaming part
 * loads when the page is loaded and idle and the frame is in view.
 */
export function Specimen() {
  const page = useRef<HTMLDivElement>(null);
  const isWanted = useWanted(page);
  return (
    <div
      ref={page}
      role="group"
      aria-label="A sample conversation"
      className="@container/sample h-170 overflow-hidden rounded-t-lg bg-surface px-5 pt-5 shadow-dialog md:px-8 md:pt-8 md:max-lg:h-130 lg:h-160"
    >
      {isWanted ? (
        <Suspense fallback={<Beginning />}>
          <Sample />
        </Suspense>
      ) : (
        <Beginning />
      )}
    </div>
  );
}

/** Placeholder for the sample: a question whose reply has not started. */
function Beginning() {
  return (
    <div className="@min-[34rem]/sample:pr-46">
      <SampleQuestion text={FIRST_QUESTION} />
      <div className="mt-6">
        <Processing />
      </div>
    </div>
  );
}

/** True once the page is loaded, the element is in view and the browser is idle. */
function useWanted(element: { current: Element | null }): boolean {
  const [isWanted, setWanted] = useState(false);
  useEffect(() => {
    const leaving = new AbortController();
    const watcher = new IntersectionObserver((entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
      watcher.disconnect();
      whenIdle(() => !leaving.signal.aborted && setWanted(true));
    });
    const watch = () => element.current && watcher.observe(element.current);
    if (document.readyState === 'complete') watch();
    else addEventListener('load', watch, { signal: leaving.signal });
    return () => {
      leaving.abort();
      watcher.disconnect();
    };
  }, [element]);
  return isWanted;
}

function whenIdle(then: () => void): void {
  // Safari has no `requestIdleCallback`.
  if ('requestIdleCallback' in globalThis) requestIdleCallback(then, { timeout: 2000 });
  else setTimeout(then, 200);
}
