import { t } from '@parley/core';
import type { ProductSettings } from '@parley/core';
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

/** `needs` names the server capability that the feature depends on. */
const FEATURES: { icon: IconNode; title: string; text: string; needs?: 'searchesWeb' | 'drawsPictures' }[] = [
  {
    icon: ThinkingModeIcon,
    title: t`Intelligent problem solving`,
    text: t`Thinking mode works through hard questions step by step and shows its reasoning.`,
  },
  {
    needs: 'searchesWeb',
    icon: WebSearchIcon,
    title: t`Real-time web search`,
    text: t`Up-to-date answers, with every source listed so you can check for yourself.`,
  },
  {
    needs: 'drawsPictures',
    icon: PictureIcon,
    title: t`AI image generation`,
    text: t`Describe an image in plain words, refine it in the same conversation and save it.`,
  },
  {
    icon: PrivateIcon,
    title: t`Secure and private`,
    text: t`Your conversations are yours. Export or delete them anytime.`,
  },
  {
    icon: FastIcon,
    title: t`Lightning fast`,
    text: t`Answers start right away, and typing stays smooth in long conversations.`,
  },
  {
    icon: EverywhereIcon,
    title: t`Cross-platform`,
    text: t`Start on the web and continue on your desktop. Everything stays in sync.`,
  },
];

/** The six features, without those that this server is not configured for. */
export function FeatureList({ settings }: { settings: ProductSettings }) {
  const own = settings.brand?.landing?.features;
  const features: { icon?: IconNode; title: string; text: string }[] =
    own ?? FEATURES.filter(({ needs }) => !needs || settings[needs]);
  return (
    <ul className="grid md:grid-cols-2 md:gap-x-12">
      {features.map(({ icon, title, text }) => (
        <li key={title} className="border-t border-hairline pt-5 pb-6 md:pt-6 md:pb-8">
          <h3 className="flex items-center gap-2.5 text-[1.0625rem] leading-6 font-strong tracking-[-0.008em]">
            {icon && <Icon icon={icon} className="text-accent-text" />}
            <bdi>{title}</bdi>
          </h3>
          <p className="mt-2 text-note text-pretty text-muted">
            <bdi>{text}</bdi>
          </p>
        </li>
      ))}
    </ul>
  );
}
