import type { Backends, EmitReply, Turn } from '../modes/mode.ts';
import type { SourceList } from '../modes/source-list.ts';
import { calculate } from './calculate.ts';
import { drawPicture } from './draw-picture.ts';
import { memoryTools } from './memory.ts';
import { readPage } from './read-page.ts';
import { lookAtPicture } from './look-at-picture.ts';
import { searchWeb } from './search-web.ts';
import type { Tool } from './tool.ts';
import { Toolbox } from './toolbox.ts';

/** The tools of a reply in Normal, and whether the model searches the web itself besides. */
export interface OpenedToolbox {
  toolbox: Toolbox;
  searchesItself: boolean;
}

/** Opens the tools that this server and its model have for a turn. Null when there are none. */
export async function openToolbox(
  turn: Turn,
  { model, imageModel, webSearch, pages }: Backends,
  sources: SourceList,
  emit: EmitReply,
): Promise<OpenedToolbox | null> {
  if (!turn.assistant.autoTools) return null;
  const { usesTools, searches, seesPictures } = await model.capabilities();
  if (!usesTools) return null;
  const hasDrawn = turn.messages.some(({ imageUrl }) => imageUrl !== undefined);
  const draws = turn.pictures?.areOffered !== false && (await imageModel.capability()).ok;
  const { searchesByItself, isSearchLocked = false } = turn;
  const maySearch = searchesByItself && !isSearchLocked;
  const tools = [
    ...(maySearch && !searches && webSearch.capability.ok ? [searchWeb(webSearch, sources, emit)] : []),
    ...(searchesByItself && pages.capability.ok ? [readPage(turn, pages, sources, emit)] : []),
    ...(draws ? [drawPicture(turn, imageModel, emit)] : []),
    ...(hasDrawn && seesPictures.ok ? [lookAtPicture(turn)] : []),
    ...(turn.memories?.mayChange ? memoryTools(turn.memories) : []),
    calculate(turn),
  ] as Tool[];
  return { toolbox: new Toolbox(tools, await model.contextTokens()), searchesItself: searches && maySearch };
}
