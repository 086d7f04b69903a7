import type { ReplyRecord } from '../../../storage/storage.ts';
import type { Backends, EmitReply } from '../../modes/mode.ts';
import { MODES_BY_ID } from '../../modes/modes.ts';
import { untilAborted } from '../../modes/until-aborted.ts';
import { readTurn, type AboutTurn, type ReadTurnDependencies } from './read-turn.ts';

/** Reads the turn of a reply and runs its mode. The rest of a reply needs no further search. */
export async function runMode(
  record: ReplyRecord,
  about: AboutTurn,
  dependencies: ReadTurnDependencies & { backends: Backends },
  emit: EmitReply,
  signal: AbortSignal,
): Promise<void> {
  const { backends } = dependencies;
  const isRest = about.begun !== undefined && record.mode === 'web_search';
  const mode = MODES_BY_ID[isRest ? 'normal' : record.mode];
  const contextTokens = mode.readsQuestionOnly ? 0 : await untilAborted(backends.model.contextTokens(), signal);
  const turn = await readTurn(record, about, contextTokens ?? 0, dependencies);
  return mode.run(turn, backends, emit, signal);
}
