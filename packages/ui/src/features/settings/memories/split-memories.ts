import { cleanMemory } from '@parley/core';

/** Bullets and numbers with which other assistants begin a line. */
const MARK = /^(?:[-*•–>]|\d{1,3}[.)])\s+/;

/** Splits what another assistant wrote about its user into memories: one a line, without headings and repetitions. */
export function splitMemories(pasted: string): string[] {
  const lines = pasted
    .split('\n')
    .map((line) => cleanMemory(line.trim().replace(MARK, '').replaceAll('**', '')))
    .filter((line) => line !== '' && !line.startsWith('#') && !line.startsWith('```') && !line.endsWith(':'));
  return [...new Set(lines)];
}
