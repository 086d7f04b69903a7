export interface DataUri {
  /** MIME type in lower case, without parameters. */
  type: string;
  bytes: Buffer;
}

/** Parses `data:<type>;base64,<bytes>`; null for anything else. */
export function readDataUri(written: string): DataUri | null {
  const comma = written.indexOf(',');
  const head = /^data:([\w.+-]+\/[\w.+-]+)(?:;[^;,]+)*;base64$/i.exec(written.slice(0, Math.max(0, comma)));
  const packed = written.slice(comma + 1);
  const digits = packed.replace(/={1,2}$/, '');
  // Looks for a wrong character: a repetition over megabytes can exceed the stack of a regular expression.
  if (!head?.[1] || digits === '' || /[^A-Za-z0-9+/]/.test(digits)) return null;
  return { type: head[1].toLowerCase(), bytes: Buffer.from(packed, 'base64') };
}
