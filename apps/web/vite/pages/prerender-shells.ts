import type { Plugin } from 'vite';
import { CONVERSATIONS, idOf, SIDEBARS, WIDE } from '../../boot/shells.ts';
import { loadComponent, settingsOf, withTemplate } from './render-component.ts';

const SHELLS = SIDEBARS.flatMap((sidebar) => CONVERSATIONS.map((conversation) => ({ sidebar, conversation })));

interface ShellProps {
  settings: unknown;
  isSidebarClosed: boolean;
  isEmpty: boolean;
}

/**
 * Prerenders the chat as it first renders, once for each state that boot.js can know, as templates of which it shows
 * one to signed-in users before any client script has loaded. The server removes them if the product has another name.
 */
export function prerenderShells(): Plugin {
  return {
    name: 'parley:draw-shells',
    apply: 'build',
    transformIndexHtml: {
      order: 'pre',
      async handler(html) {
        const render = await loadComponent<ShellProps>('app/chat/chat-shell.tsx', 'ChatShell');
        const settings = settingsOf(html);
        const withShells = SHELLS.reduce((page, shell) => {
          const { sidebar, conversation } = shell;
          const isWide = sidebar !== 'drawer';
          const props = { settings, isSidebarClosed: sidebar === 'collapsed', isEmpty: conversation === 'empty' };
          return withTemplate(
            page,
            idOf(shell),
            onPage(isWide, () => render(props)),
          );
        }, html);
        return withShells.replace('src="/boot.js"', 'src="/boot.js" data-shell="1"');
      },
    },
  };
}

/** Renders as on a page of this width. */
function onPage(isWide: boolean, render: () => string): string {
  const before = globalThis.matchMedia;
  const matchMedia = (query: string) => ({ matches: query === WIDE && isWide });
  Object.assign(globalThis, { matchMedia });
  try {
    return render();
  } finally {
    globalThis.matchMedia = before;
  }
}
