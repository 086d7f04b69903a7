import { t } from '@parley/core';

interface Given {
  /** The text of the `.env` file. */
  text: string;
  /** What it sets. */
  file: Record<string, string | undefined>;
  process: Record<string, string | undefined>;
}

/** Gets no warning: correcting its value would sign everyone out. */
const MAY_BE_MISREAD = 'JWT_SECRET';

/**
 * Returns a warning for each setting that is not read as it was meant: a line of the `.env` file without an equals sign,
 * which is ignored, a value that ends before or after its line does, the first of two lines for one setting, and a
 * variable of the process with quotes around it, which `docker run --env-file` keeps.
 */
export function findMisreadSettings(known: string[], { text, file, process }: Given): string[] {
  const isPartOfValue = (line: string) =>
    Object.values(file).some((value) => value?.includes(line.trimEnd().replace(/["'`]$/, '')));
  const ignored = [...text.matchAll(/^[ \t]*(?:export[ \t]+)?(\w+)(?!\w*[ \t]*=).*$/gm)].flatMap(
    ([line, name = '']) => {
      if (!known.includes(name) || file[name] !== undefined || isPartOfValue(line)) return [];
      return [t`${name} in .env is ignored: write it as ${name}=value.`];
    },
  );
  const quoted = known
    .filter((name) => name !== MAY_BE_MISREAD && /^\s*(["']).*\1\s*$/s.test(process[name] ?? ''))
    .map((name) => t`The quotes around ${name} in the environment are part of its value.`);
  const given = assignmentsIn(text).filter(
    ({ name, line }) => known.includes(name) && file[name] !== undefined && !isPartOfValue(line),
  );
  const names = given.map(({ name }) => name);
  const repeated = [...new Set(names.filter((name, index) => names.indexOf(name) !== index))].map(
    (name) => t`${name} in .env is set more than once: only its last line counts.`,
  );
  const isAssignment = (line: string) => assignmentsIn(line).some(({ name }) => known.includes(name));
  const cut = given
    .filter(({ name, written }) => name !== MAY_BE_MISREAD && !isReadAsWritten(written, file[name] ?? '', isAssignment))
    .map(({ name }) => t`${name} in .env isn’t read as it looks: put all of its value, and nothing else, in quotes.`);
  return [...ignored, ...quoted, ...repeated, ...new Set(cut)];
}

/** The lines of a `.env` file that set something, with what is written after the equals sign. */
function assignmentsIn(text: string): { name: string; written: string; line: string }[] {
  return text.split('\n').flatMap((line) => {
    const [left = '', ...right] = line.split('=');
    const name = left.trim().split(' ').at(-1) ?? '';
    const isComment = left.trimStart().startsWith('#');
    return right.length === 0 || isComment ? [] : [{ name, written: right.join('=').trim(), line }];
  });
}

/** Quotes that stay open take in the lines below. A `#` and what follows closing quotes end a value. */
function isReadAsWritten(written: string, value: string, isAssignment: (line: string) => boolean): boolean {
  const quote = written.charAt(0);
  const hash = written.indexOf('#');
  if (!['"', "'", '`'].includes(quote)) return hash <= 0 || written.charAt(hash - 1).trim() === '';
  const end = written.indexOf(quote, 1);
  if (end === -1) return !value.startsWith(quote) && !value.split('\n').slice(1).some(isAssignment);
  return ['', '#'].includes(
    written
      .slice(end + 1)
      .trim()
      .charAt(0),
  );
}
