const MAX_LENGTH = 120;
/** Of an extension that is worth keeping when a name is cut. */
const MAX_EXTENSION = 10;

/**
 * A name that can be shown and saved under: its last path part, without control characters and marks that turn the
 * direction of reading around (which hide the real ending), at most 120 characters with the ending kept.
 */
export function cleanFileName(name: string, fallback: string): string {
  const base = name
    .toWellFormed()
    .normalize('NFC')
    .replaceAll(/[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu, '')
    .split(/[/\\]/)
    .at(-1)
    ?.trim();
  return !base || /^\.+$/.test(base) ? fallback : cut(base);
}

function cut(name: string): string {
  const letters = Array.from(name);
  if (letters.length <= MAX_LENGTH) return name;
  const dot = letters.lastIndexOf('.');
  const ending = dot >= letters.length - MAX_EXTENSION ? letters.slice(dot) : [];
  return (
    letters
      .slice(0, MAX_LENGTH - ending.length)
      .join('')
      .trimEnd() + ending.join('')
  );
}
