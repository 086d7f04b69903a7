import { inContext, t } from '@parley/core';
import type { ModeId, ProductSettings } from '@parley/core';
import {
  FileIcon,
  NormalModeIcon,
  PictureIcon,
  ThinkingModeIcon,
  WebSearchIcon,
  type IconNode,
} from '../../../kit/icons/icons.ts';

/** A prepared conversation. Its reply is in `scripts.ts`, which loads lazily. */
export interface Scene {
  id: 'ask' | 'think' | 'search' | 'draw' | 'read';
  icon: IconNode;
  label: string;
  mode: ModeId;
  /** Title of the conversation. */
  title: string;
  question: string;
}

/** `needs` names the server capability that the scene shows. */
const SCENES: (Scene & { needs?: 'searchesWeb' | 'drawsPictures' })[] = [
  {
    id: 'ask',
    icon: NormalModeIcon,
    label: inContext('what the assistant does')`Ask`,
    mode: 'normal',
    title: t`Dinner from leftovers`,
    question: t`I have chickpeas, spinach and half a lemon. What’s for dinner?`,
  },
  {
    id: 'think',
    icon: ThinkingModeIcon,
    label: t`Think`,
    mode: 'thinking',
    title: t`Is a rail card worth it?`,
    question: t`A rail card costs $120 a year and halves every fare. I take two $28 trips a month. Worth it?`,
  },
  {
    id: 'search',
    icon: WebSearchIcon,
    label: t`Search`,
    mode: 'web_search',
    title: t`The 2027 eclipse`,
    question: t`Where in Spain can I see the whole solar eclipse of 2027?`,
    needs: 'searchesWeb',
  },
  {
    id: 'draw',
    icon: PictureIcon,
    label: t`Draw`,
    mode: 'image',
    title: t`Lighthouse poster`,
    question: t`A lighthouse at dusk over a calm sea, like an old travel poster`,
    needs: 'drawsPictures',
  },
  {
    id: 'read',
    icon: FileIcon,
    label: inContext('what the assistant does')`Read`,
    mode: 'normal',
    title: t`Questions about the lease`,
    question: t`What should I ask about before I sign this?`,
  },
];

/** The scenes of what this server is configured for. */
export function scenesFor(settings: ProductSettings): Scene[] {
  return SCENES.filter(({ needs }) => !needs || settings[needs]);
}
