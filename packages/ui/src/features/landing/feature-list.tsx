import { Globe, Image, Lightbulb, Lock, MonitorSmartphone, Zap, type LucideIcon } from 'lucide-react';
import type { ProductSettings } from '@parley/core';
import { Icon } from '../../kit/icons/icon.tsx';

/** `needs` names the server capability that the feature depends on. */
const FEATURES: { icon: LucideIcon; title: string; text: string; needs?: 'searchesWeb' | 'drawsPictures' }[] = [
  {
    icon: Lightbulb,
    title: 'Intelligent problem solving',
    text: 'Thinking mode works through hard questions step by step, and shows its reasoning when you want to follow it.',
  },
  {
    needs: 'searchesWeb',
    icon: Globe,
    title: 'Real-time web search',
    text: 'Answers about today, with every source listed by name so that you can read it yourself.',
  },
  {
    needs: 'drawsPictures',
    icon: Image,
    title: 'AI image generation',
    text: 'Describe a picture in plain words, refine it in the same conversation, save it as a file.',
  },
  {
    icon: Lock,
    title: 'Secure and private',
    text: 'Your conversations belong to your account. Export them or delete them whenever you like.',
  },
  {
    icon: Zap,
    title: 'Lightning fast',
    text: 'The first words appear at once, and typing stays smooth however long the conversation grows.',
  },
  {
    icon: MonitorSmartphone,
    title: 'Cross-platform',
    text: 'Start on the web, continue on the desktop. Everything stays in step on every device.',
  },
];

/** The six features, without those that this server is not configured for. */
export function FeatureList({ settings }: { settings: ProductSettings }) {
  const features = FEATURES.filter(({ needs }) => !needs || settings[needs]);
  return (
    <ul className="grid md:grid-cols-2 md:gap-x-12">
      {features.map(({ icon, title, text }) => (
        <li key={title} className="border-t border-hairline pt-5 pb-6 md:pt-6 md:pb-8">
          <h3 className="flex items-center gap-2.5 text-[1.0625rem] leading-6 font-strong tracking-[-0.008em]">
            <Icon icon={icon} className="text-accent-text" />
            {title}
          </h3>
          <p className="mt-2 text-note text-pretty text-muted">{text}</p>
        </li>
      ))}
    </ul>
  );
}
