const MAX_LENGTH = 120;
/** Longest extension that is preserved when a name is cut, with its dot. */
const MAX_EXTENSION = 10;

/**
 * Cleans a file name for display and download: keeps the last path segment, removes control characters and
 * bidirectional marks (which hide the real extension), and cuts the name to 120 characters, preserving the extension.
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
