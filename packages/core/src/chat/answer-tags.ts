/** A piece of a model's text, classified as thinking or answer. */
export interface TaggedText {
  kind: 'reasoning' | 'answer';
  text: string;
}

const OPENING = ['<think>', '<thinking>', '<thought>', '<reasoning>', '[THINK]'];
const CLOSING = ['</think>', '</thinking>', '</thought>', '</reasoning>', '[/THINK]'];
const OPENS_ANSWER = ['<answer>'];
const CLOSES_ANSWER = ['</answer>'];
const AT_START = [...OPENING, ...OPENS_ANSWER];
const NO_TAGS: string[] = [];

/**
 * Separates thinking from answer in text with `<think>`, `<thinking>`, `<thought>` (Gemini), `<reasoning>` (Bedrock) or
 * `[THINK]` tags and optional `<answer>` tags. The text arrives in pieces cut anywhere. Only a tag at the very start of
 * the text opens thinking. Once the answer has begun, later thinking tags are literal, so people can ask about `<think>`
 * in code. An unclosed tag is thinking to the end.
 */
export class AnswerTags {
  #place: 'start' | 'thinking' | 'after-thinking' | 'after-answer-tag' | 'answer' = 'start';
  #inAnswerTag = false;
  #held = '';
  /** White space at the start of the text, which is dropped unless the text is plain. */
  #blank: string[] = [];

  /** Takes the next piece and returns what is certain by now. Holds back only what may still become a tag. */
  push(piece: string): TaggedText[] {
    if (this.#place === 'answer' && !this.#inAnswerTag && this.#held === '' && piece !== '') {
      return [{ kind: 'answer', text: piece }];
    }
    this.#held += piece;
    const out: TaggedText[] = [];
    while (this.#step(out)) continue;
    return out;
  }

  /** Returns what was held back; call once, at the end of the text. */
  flush(): TaggedText[] {
    const text = this.#blank.join('') + this.#held;
    this.#held = '';
    if (text === '') return [];
    return [{ kind: this.#place === 'thinking' ? 'reasoning' : 'answer', text }];
  }

  /** Consumes one token of the buffered text; false if it has to wait for more. */
  #step(out: TaggedText[]): boolean {
    switch (this.#place) {
      case 'start':
        return this.#skipBlankThen(AT_START);
      case 'thinking':
        return this.#until(CLOSING, 'reasoning', out);
      case 'after-thinking':
        return this.#skipBlankThen(OPENS_ANSWER);
      case 'after-answer-tag':
        return this.#skipBlankThen(NO_TAGS);
      case 'answer':
        return this.#until(this.#inAnswerTag ? CLOSES_ANSWER : NO_TAGS, 'answer', out);
    }
  }

  /** Before thinking or an answer: one of these tags may come. White space is dropped unless the text is plain. */
  #skipBlankThen(tags: string[]): boolean {
    const rest = this.#held.trimStart();
    if (this.#place === 'start') this.#blank.push(this.#held.slice(0, this.#held.length - rest.length));
    this.#held = rest;
    if (rest === '') return false;
    const tag = tags.find((candidate) => rest.startsWith(candidate));
    if (tag) {
      this.#held = rest.slice(tag.length);
      this.#blank = [];
      this.#inAnswerTag = OPENS_ANSWER.includes(tag);
      this.#place = this.#inAnswerTag ? 'after-answer-tag' : 'thinking';
      return true;
    }
    if (tags.some((candidate) => candidate.startsWith(rest))) return false;
    this.#place = 'answer';
    this.#held = this.#blank.join('') + rest;
    this.#blank = [];
    return true;
  }

  /** Emits text up to the first of these tags, or up to what may be the start of one. */
  #until(tags: string[], kind: TaggedText['kind'], out: TaggedText[]): boolean {
    const found = tags
      .map((tag) => ({ tag, at: this.#held.indexOf(tag) }))
      .filter(({ at }) => at !== -1)
      .toSorted((a, b) => a.at - b.at)[0];
    const end = found ? found.at : this.#held.length - heldBack(this.#held, tags);
    if (end > 0) out.push({ kind, text: this.#held.slice(0, end) });
    this.#held = this.#held.slice(end + (found?.tag.length ?? 0));
    if (!found) return false;
    if (this.#place === 'thinking') this.#place = 'after-thinking';
    else this.#inAnswerTag = false;
    return this.#held !== '';
  }
}

/** How many characters at the end of the text could be the start of one of the tags. */
function heldBack(text: string, tags: string[]): number {
  const longest = Math.max(0, ...tags.map((tag) => tag.length - 1));
  for (let length = Math.min(longest, text.length); length > 0; length--) {
    const tail = text.slice(-length);
    if (tags.some((tag) => tag.startsWith(tail))) return length;
  }
  return 0;
}
