import type { ONBOARDING_FEATURES } from '@parley/core';
import { Gauge, Globe, Image, KeyRound, Laptop, Lightbulb, type LucideIcon } from 'lucide-react';
import { Icon } from '../../kit/icons/icon.tsx';

type Feature = (typeof ONBOARDING_FEATURES)[number];

/**
 * Apart from the chat's icons, these appear on no other page: an icon that two pages share goes into the chunk that
 * every page loads.
 */
const ICONS: Record<Feature['id'], LucideIcon> = {
  thinking: Lightbulb,
  search: Globe,
  image: Image,
  private: KeyRound,
  fast: Gauge,
  everywhere: Laptop,
};

interface FeatureRowProps {
  feature: Feature;
  isShown: boolean;
  onShow: () => void;
}

export function FeatureRow({ feature: { id, title, text }, isShown, onShow }: FeatureRowProps) {
  return (
    <li data-shown={isShown ? '' : undefined}>
      <h3>
        <button type="button" aria-expanded={isShown} aria-controls={`feature-${id}`} onClick={onShow}>
          <Icon icon={ICONS[id]} />
          {title}
        </button>
      </h3>
      <p id={`feature-${id}`} hidden={!isShown}>
        {text}
      </p>
    </li>
  );
}
