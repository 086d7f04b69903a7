import { t } from '@parley/core';
import { distance } from 'fastest-levenshtein';

/** Names shorter than this resemble too many others: HOME and HOST, PATH and PORT. */
const SHORT = 6;

/**
 * Returns a warning for each name that looks like a misspelled setting: every unknown name in the `.env` file, which
 * only Parley reads, and names in the process environment within a letter or two of a setting.
 */
export function findUnknownSettings(known: string[], names: { file: string[]; process: string[] }): string[] {
  const isKnown = (name: string) => known.includes(name);
  const inFile = names.file
    .filter((name) => !isKnown(name))
    .map((name) => {
      const nearest = nearestTo(name, known, Math.ceil(name.length / 2));
      return nearest
        ? t`${name} in .env isn’t a Parley setting; did you mean ${nearest}?`
        : t`${name} in .env isn’t a Parley setting.`;
    });
  const inProcess = names.process.flatMap((name) => {
    if (isKnown(name) || names.file.includes(name)) return [];
    const nearest = nearestTo(name, known, name.length < SHORT ? 1 : Math.floor(name.length / 4));
    return nearest ? [t`${name} in the environment isn’t a Parley setting; did you mean ${nearest}?`] : [];
  });
  return [...inFile, ...inProcess];
}

function nearestTo(name: string, known: string[], most: number): string | null {
  const [nearest] = known
    .map((each) => ({ each, away: distance(each, name.toUpperCase()) }))
    .filter(({ away }) => away <= most)
    .toSorted((a, b) => a.away - b.away);
  return nearest?.each ?? null;
}
