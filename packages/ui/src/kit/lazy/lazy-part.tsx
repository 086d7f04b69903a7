import { createElement, lazy, type ComponentType, type FunctionComponent } from 'react';
import { ChunkBoundary } from './chunk-boundary.tsx';
import { loadChunk, onServerReachable } from './load-chunk.ts';
import { PartProblem } from './part-problem.tsx';

export interface FailedPartProps<P> {
  /** What does not work, as a sentence. */
  problem: string;
  /** Loads the chunk again. */
  onAgain: () => void;
  /** The props of the part. */
  part: P;
}

/**
 * A part of a page in a chunk of its own, loaded on first render; place it under a `Suspense`. When the chunk fails to
 * load, `Failed` replaces the part, and the rest of the page stays.
 */
export function lazyPart<P extends object>(
  id: string,
  load: () => Promise<ComponentType<P>>,
  Failed: ComponentType<FailedPartProps<P>> = PartProblem,
): FunctionComponent<P> {
  const begin = async () => {
    try {
      return { default: (await loadChunk(id, load)) as ComponentType<object> };
    } catch (error) {
      // No boundary is left to retry if the part was unmounted before this failed.
      const stop = onServerReachable(() => {
        stop();
        forget();
      });
      throw error;
    }
  };
  const forget = () => {
    Part = lazy(begin);
  };
  let Part = lazy(begin);
  return (props) => (
    <ChunkBoundary
      onForget={forget}
      failed={({ message }, again) => <Failed problem={message} onAgain={again} part={props} />}
    >
      {() => createElement(Part, props)}
    </ChunkBoundary>
  );
}
