/** OpenAI's models wrap citations in these two characters of Unicode's private use area. */
const OPENS = '\ue200';
const CLOSES = '\ue201';
/** Longest mark in characters; anything longer is text that uses these characters for something else. */
const MAX_MARK = 300;

/** Removes the citation marks that a model leaves in its text, however the text is split into chunks. */
export class CitationMarks {
  #held = '';

  /** Takes the next chunk and returns the text up to where a mark may still begin. */
  push(piece: string): string {
    if (this.#held === '' && !piece.includes(OPENS)) return piece;
    let rest = this.#held + piece;
    let out = '';
    this.#held = '';
    for (;;) {
      const from = rest.indexOf(OPENS);
      if (from === -1) return out + rest;
      out += rest.slice(0, from);
      rest = rest.slice(from);
      // Looks no further than a mark reaches, so that many opening characters take no longer than other text.
      const to = rest.slice(0, MAX_MARK + 1).indexOf(CLOSES);
      if (to === -1 && rest.length <= MAX_MARK) {
        this.#held = rest;
        return out;
      }
      if (to === -1) {
        out += OPENS;
        rest = rest.slice(OPENS.length);
      } else rest = rest.slice(to + CLOSES.length);
    }
  }

  /** Returns the text held back; call once, at the end of the text. */
  flush(): string {
    const text = this.#held;
    this.#held = '';
    return text;
  }
}
