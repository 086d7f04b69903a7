import { PAGES } from '@parley/core/pages';
import type { Rolldown } from 'vite';
import { moduleOf, uiModule } from './page-modules.ts';

const CHAT = moduleOf('chat');
/** Entry modules of the pages for signed-out visitors. */
const OTHERS = [
  ...PAGES.filter(({ access }) => access === 'everyone' || access === 'signed-out').map(({ chunk }) => moduleOf(chunk)),
  uiModule('features/session/sign-in/auth-dialog.tsx'),
];

/** Groups modules shared only by the chat and its lazy chunks into one chunk, instead of one per group of importers. */
export function chatChunk(): Rolldown.CodeSplittingGroup {
  let graphs: Record<'chat' | 'others', Set<string>> | undefined;
  return {
    debugName: 'chat',
    // Modules that only the chat's first part needs, such as its icons, stay there: the two files would import each
    // other.
    minShareCount: 2,
    // Modules that other pages need stay where they are: no other page should load this chunk.
    includeDependenciesRecursively: false,
    name(id, modules) {
      const info = (of: string) => modules.getModuleInfo(of);
      graphs ??= {
        chat: reached([CHAT], (from) => info(from)?.importedIds ?? []),
        others: reached(OTHERS, (from) => [
          ...(info(from)?.importedIds ?? []),
          ...(info(from)?.dynamicallyImportedIds ?? []),
        ]),
      };
      return graphs.chat.has(id) && !graphs.others.has(id) ? 'chat' : null;
    },
  };
}

/** These modules and all their transitive imports. */
function reached(roots: string[], next: (id: string) => readonly string[]): Set<string> {
  const ids = new Set(roots);
  for (const id of ids) for (const found of next(id)) ids.add(found);
  return ids;
}
