import { fileURLToPath } from 'node:url';
import { PAGES, type PageChunk } from '@parley/core/pages';
import type { Rolldown } from 'vite';

/** Entry modules of the route table's chunks: `app/pages/<chunk>.tsx` of the client. */
export const PAGE_MODULES = new Map(PAGES.map(({ chunk }) => [chunk, moduleOf(chunk)]));

export function moduleOf(chunk: PageChunk): string {
  return uiModule(`app/pages/${chunk}.tsx`);
}

/** The bundler's id of a client module. */
export function uiModule(path: string): string {
  return fileURLToPath(new URL(path, import.meta.resolve('@parley/ui')));
}

/** The output chunk with this entry module. @throws if the build has none. */
export function chunkThatBegins(module: string, chunks: Rolldown.OutputChunk[]): Rolldown.OutputChunk {
  const chunk = chunks.find(({ facadeModuleId }) => facadeModuleId === module);
  if (!chunk) throw new Error(`No chunk of the build begins with ${module}`);
  return chunk;
}

export function chunksIn(bundle: Rolldown.OutputBundle): Rolldown.OutputChunk[] {
  return Object.values(bundle).filter((output): output is Rolldown.OutputChunk => output.type === 'chunk');
}
