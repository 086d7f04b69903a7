import { Suspense, useEffect, useLayoutEffect, useRef, useState, type RefObject } from 'react';
import { lazyPart } from '../../kit/lazy/lazy-part.tsx';
import type { LandingPartProps } from './landing-part-props.ts';

const Rest = lazyPart(
  'landing-rest',
  async () => (await import('./landing-rest.tsx')).LandingRest,
  () => null,
);

/**
 * The page below the title. Its code loads after the first load, and until then its prerendered copy stays. A button
 * pressed in the meantime carries over.
 */
export function LazyRest(props: LandingPartProps) {
  const place = useRef<HTMLDivElement>(null);
  const pressed = useRef(-1);
  // React would delay the whole page if it suspended at once.
  const [isMounted, setMounted] = useState(false);
  useEffect(() => setMounted(true), []);
  const [copy] = useState(copyPrerendered);
  // Before the hand-over presses what was pressed in the prerendered page.
  useLayoutEffect(() => {
    const root = place.current;
    const onClick = ({ target }: Event) => {
      const button = target instanceof Element ? target.closest<HTMLElement>('[data-prerendered] button') : null;
      if (button) pressed.current = buttonsIn(place).indexOf(button);
    };
    root?.addEventListener('click', onClick);
    return () => root?.removeEventListener('click', onClick);
  }, []);
  return (
    <div ref={place}>
      <Suspense fallback={<Prerendered copy={copy} />}>
        {isMounted ? (
          <>
            <Rest {...props} />
            <OnLoad then={() => buttonsIn(place)[pressed.current]?.click()} />
          </>
        ) : (
          <Prerendered copy={copy} />
        )}
      </Suspense>
    </div>
  );
}

function buttonsIn(place: RefObject<HTMLElement | null>): HTMLElement[] {
  return [...(place.current?.querySelectorAll('button') ?? [])];
}

/** A copy of what the document has of it; empty if it was not prerendered. */
function copyPrerendered(): Node[] {
  return [...document.querySelectorAll('#drawn [data-rest] > *')].map((drawn) => drawn.cloneNode(true));
}

/** Shows the copy, or reserves the room. */
function Prerendered({ copy }: { copy: Node[] }) {
  return <div data-prerendered ref={(place) => place?.replaceChildren(...copy)} className="min-h-dvh" />;
}

/** Calls back once its siblings have loaded. */
function OnLoad({ then }: { then: () => void }): null {
  const latest = useRef(then);
  useEffect(() => latest.current(), []);
  return null;
}
