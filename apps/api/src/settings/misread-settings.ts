import { t } from '@parley/core';

interface Given {
  /** The text of the `.env` file. */
  text: string;
  /** What it sets. */
  file: Record<string, string | undefined>;
  process: Record<string, string | undefined>;
}

/** Quotes that are harmless, and without which everyone would be signed out. */
const MAY_HAVE_QUOTES = 'JWT_SECRET';

/**
 * Returns a warning for each setting that is not read as it was meant: a line of the `.env` file without an equals sign,
 * which is ignored, and a variable of the process with quotes around it, which `docker run --env-file` keeps.
 */
export function findMisreadSettings(known: string[], { text, file, process }: Given): string[] {
  const ignored = [...text.matchAll(/^[ \t]*(?:export[ \t]+)?(\w+)(?!\w*[ \t]*=).*$/gm)].flatMap(
    ([line, name = '']) => {
      const isPartOfValue = Object.values(file).some((value) => value?.includes(line.trimEnd().replace(/["'`]$/, '')));
      if (!known.includes(name) || file[name] !== undefined || isPartOfValue) return [];
      return [t`${name} in .env is ignored: write it as ${name}=value.`];
    },
  );
  const quoted = known
    .filter((name) => name !== MAY_HAVE_QUOTES && /^\s*(["']).*\1\s*$/s.test(process[name] ?? ''))
    .map((name) => t`The quotes around ${name} in the environment are part of its value.`);
  return [...ignored, ...quoted];
}
