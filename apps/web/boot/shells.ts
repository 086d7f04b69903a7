/** What the chat's shell shows of the sidebar: a closed drawer on narrow pages, else what the user chose. */
export const SIDEBARS = ['drawer', 'open', 'collapsed'] as const;
/** What it shows of the conversation: the prompts of an empty one, or that it is loading. */
export const CONVERSATIONS = ['empty', 'loading'] as const;

export interface Shell {
  sidebar: (typeof SIDEBARS)[number];
  conversation: (typeof CONVERSATIONS)[number];
}

/** Media query of pages that show the sidebar beside the chat. */
export const WIDE = '(min-width: 48rem)';

/** Id of the shell's template. */
export function idOf({ sidebar, conversation }: Shell): string {
  return `shell-${sidebar}-${conversation}`;
}
