/** OpenAI's models put a citation between these two characters of Unicode's private use area. */
const OPENS = '\ue200';
const CLOSES = '\ue201';
/** Characters of the longest mark; what is longer is the text of somebody who uses these characters for something else. */
const MAX_MARK = 300;

/** Takes out the citation marks that a model leaves in its text, in pieces cut anywhere. All other text stays as it is. */
export class CitationMarks {
  #held = '';

  /** Takes the next piece and returns the text up to what may still become a mark. */
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
      const to = rest.indexOf(CLOSES);
      if (to === -1 && rest.length <= MAX_MARK) {
        this.#held = rest;
        return out;
      }
      if (to === -1 || to > MAX_MARK) {
        out += OPENS;
        rest = rest.slice(OPENS.length);
      } else rest = rest.slice(to + CLOSES.length);
    }
  }

  /** Returns what was held back; call once, at the end of the text. */
  flush(): string {
    const text = this.#held;
    this.#held = '';
    return text;
  }
}
