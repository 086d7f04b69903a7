import type { ONBOARDING_FEATURES } from '@parley/core';
import {
  EverywhereIcon,
  FastIcon,
  PictureIcon,
  PrivateIcon,
  ThinkingModeIcon,
  WebSearchIcon,
  type IconNode,
} from '../../../kit/icons/icons.ts';
import { Icon } from '../../../kit/icons/icon.tsx';

type Feature = (typeof ONBOARDING_FEATURES)[number];

const ICONS: Record<Feature['id'], IconNode> = {
  thinking: ThinkingModeIcon,
  search: WebSearchIcon,
  image: PictureIcon,
  private: PrivateIcon,
  fast: FastIcon,
  everywhere: EverywhereIcon,
};

interface FeatureRowProps {
  feature: Feature;
  isShown: boolean;
  onShow: () => void;
}

export function FeatureRow({ feature: { id, title, text }, isShown, onShow }: FeatureRowProps) {
  return (
    <li className="relative border-b border-hairline">
      {isShown && (
        <span className="absolute inset-y-1 -start-5 w-0.5 animate-appear rounded-[1px] bg-line max-md:-start-2.5" />
      )}
      <h3>
        <button
          type="button"
          aria-expanded={isShown}
          aria-controls={`feature-${id}`}
          className={`flex min-h-11 w-full items-center gap-3 rounded-xs text-start text-note/5 ${isShown ? 'font-strong' : 'text-muted hover:text-ink'}`}
          onClick={onShow}
        >
          <Icon icon={ICONS[id]} className={isShown ? 'text-accent-text' : 'text-subtle'} />
          {title}
        </button>
      </h3>
      <p
        id={`feature-${id}`}
        hidden={!isShown}
        className="min-h-15 animate-appear pb-3 ps-7.5 text-note text-pretty text-muted max-md:min-h-21"
      >
        {text}
      </p>
    </li>
  );
}
