import { t } from '@parley/core';
import type { ProductSettings } from '@parley/core';
import { Suspense, useRef, useState } from 'react';
import { PauseIcon, PlayIcon, RetryIcon } from '../../../kit/icons/icons.ts';
import { Icon } from '../../../kit/icons/icon.tsx';
import { IconButton } from '../../../kit/controls/icon-button.tsx';
import { lazyPart } from '../../../kit/lazy/lazy-part.tsx';
import { Processing } from '../../../kit/reply/processing.tsx';
import { AppWindow } from './app-window.tsx';
import { scenesFor } from './scenes.ts';
import { SceneQuestion } from './scene-question.tsx';
import { useWanted } from './use-wanted.ts';

const Stage = lazyPart(
  'stage',
  async () => (await import('./stage.tsx')).Stage,
  () => <Processing />,
);

/**
 * The product's window with prepared conversations. They play one after another, once, until the visitor chooses one.
 * The height is fixed from the start. The replies load when the page is loaded and idle and the window is in view.
 */
export function Showcase({ settings }: { settings: ProductSettings }) {
  const place = useRef<HTMLDivElement>(null);
  const isWanted = useWanted(place);
  const [isChosen, setChosen] = useState(false);
  const [{ at, run, isPlaying, hasEnded }, setState] = useState({ at: 0, run: 0, isPlaying: true, hasEnded: false });
  const scenes = scenesFor(settings);
  const scene = scenes[at] ?? scenes[0];
  if (!scene) return null;
  const show = (next: number) => setState({ at: next, run: run + 1, isPlaying: true, hasEnded: false });
  const end = () => {
    if (!isChosen && at + 1 < scenes.length) show(at + 1);
    else setState({ at, run, isPlaying: false, hasEnded: true });
  };
  return (
    <div ref={place} role="group" aria-label={t`Sample conversations`}>
      <div className="mb-3 flex flex-wrap gap-1">
        {scenes.map(({ id, icon, label }, index) => (
          <button
            key={id}
            type="button"
            aria-pressed={index === at}
            onClick={() => {
              setChosen(true);
              show(index);
            }}
            className={`inline-flex min-h-9 min-w-0 items-center justify-center gap-1.5 rounded-sm px-2 text-sm font-medium wrap-anywhere transition-colors max-md:grow md:px-3 ${index === at ? 'bg-raised text-ink inset-shadow-edge' : 'text-muted hover:bg-hover hover:text-ink'}`}
          >
            <Icon icon={icon} size="sm" className="max-md:hidden" />
            {label}
          </button>
        ))}
      </div>
      <AppWindow
        settings={settings}
        scenes={scenes}
        scene={scene}
        action={
          <IconButton
            label={isPlaying ? t`Pause` : hasEnded ? t`Play again` : t`Play`}
            icon={isPlaying ? PauseIcon : hasEnded ? RetryIcon : PlayIcon}
            iconSize="sm"
            className="still:hidden"
            onClick={() => (hasEnded ? show(at) : setState({ at, run, isPlaying: !isPlaying, hasEnded }))}
          />
        }
      >
        <SceneQuestion key={`${run}q`} scene={scene} />
        <div key={run} className="mt-5">
          {isWanted || isChosen ? (
            <Suspense fallback={<Processing />}>
              <Stage scene={scene} isPlaying={isPlaying} onAgain={() => show(at)} onEnd={end} />
            </Suspense>
          ) : (
            <Processing />
          )}
        </div>
      </AppWindow>
    </div>
  );
}
