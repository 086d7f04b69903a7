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
  if (!head?.[1] || !/^[A-Za-z0-9+/]+={0,2}$/.test(packed)) return null;
  return { type: head[1].toLowerCase(), bytes: Buffer.from(packed, 'base64') };
}
