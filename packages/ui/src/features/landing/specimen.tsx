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
 * What a conversation looks like: a page that rises out of the fold and is cut by it. It is of one height from the
 * start, and what writes on it is loaded once the page around it is shown and it is in view.
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

/** The sample before it is loaded: a question that waits for its reply. */
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

/** Whether the page is whole, at rest, and this part of it in view. */
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
  // Safari has no idle callbacks.
  if ('requestIdleCallback' in globalThis) requestIdleCallback(then, { timeout: 2000 });
  else setTimeout(then, 200);
}
