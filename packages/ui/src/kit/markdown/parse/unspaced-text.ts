import type { Attempt, Code, Construct, State } from 'micromark-util-types';

const unspaced = /[\u2E80-\u9FFF\uAC00-\uD7AF\uF900-\uFAFF\uFF00-\uFFEF]/;
/** Punctuation that ends an address: none of ASCII, and none that stands inside words. */
const afterAddress = /(?![!-~·‐-–・])\p{P}/u;
/** ASCII punctuation that an address does not end with. */
const trailing = /[!"&')*,.:;?\]_~]/;

/** Whether some of these characters are Chinese, Japanese or Korean, which have no spaces around punctuation. */
export function isUnspaced(characters: string): boolean {
  return unspaced.test(characters);
}

/**
 * Reads emphasis and plain addresses in text without spaces. CommonMark leaves the markers of `**「a」**b` as text,
 * since the second stands between punctuation and a letter; GFM ends the address of `https://a.example。` at a space.
 */
export function adaptToUnspaced(construct: Construct): Construct {
  if (isRun(construct)) return adaptRun(construct);
  return /^(?:protocol|www)Autolink$/.test(construct.name ?? '') ? adaptAddress(construct) : construct;
}

/** Whether it reads runs of the markers of emphasis. */
export function isRun({ name }: Construct): boolean {
  return name === 'attention' || name === 'strikethrough';
}

/** Lets a run of `*` or `~` beside unspaced text open and close. `_` may stand inside a word, and keeps its rules. */
function adaptRun({ tokenize, ...construct }: Construct): Construct {
  return {
    ...construct,
    tokenize(effects, ok, nok) {
      const before = charOf(this.previous);
      const end: State = (code) => {
        const after = charOf(code);
        const [, run] = this.events.at(-1) ?? [];
        if (run && charOf(this.previous) !== '_' && isUnspaced(before + after)) {
          run._open = !/\s/.test(after);
          run._close = !/\s/.test(before);
        }
        return ok(code);
      };
      return tokenize.call(this, effects, end, nok);
    },
  };
}

function adaptAddress({ tokenize, ...construct }: Construct): Construct {
  return {
    ...construct,
    tokenize(effects, ok, nok) {
      // The path is the one part that cannot fail.
      const attempt: Attempt = (part, next, failed) => effects.attempt(failed ? part : path, next, failed);
      return tokenize.call(this, { ...effects, attempt }, ok, nok);
    },
  };
}

/** GFM's path of an address, up to punctuation that no address contains. */
const path: Construct = {
  partial: true,
  tokenize(effects, ok) {
    let depth = 0;
    const take: State = (code) => {
      if (charOf(code) === '(') depth += 1;
      if (charOf(code) === ')') depth -= 1;
      effects.consume(code);
      return inside;
    };
    const inside: State = (code) => {
      const char = charOf(code);
      if (isEnd(this.previous, code)) return ok(code);
      return trailing.test(char) && (char !== ')' || depth <= 0) ? effects.check(trail, ok, take)(code) : take(code);
    };
    return inside;
  },
};

/** Punctuation up to the end of the address. */
const trail: Construct = {
  partial: true,
  tokenize(effects, ok, nok) {
    let inReference = false;
    const inside: State = (code) => {
      const char = charOf(code);
      const isLabel = charOf(this.previous) === ']' && /[([]/.test(char);
      if (isLabel || isEnd(this.previous, code)) return inReference ? nok(code) : ok(code);
      if (!(inReference ? /[a-z;]/i : trailing).test(char)) return nok(code);
      inReference = char === '&' || (inReference && char !== ';');
      effects.consume(code);
      return inside;
    };
    return inside;
  },
};

function isEnd(previous: Code, code: Code): boolean {
  const char = charOf(code);
  return /[\s<]/.test(char) || afterAddress.test(char) || (/[)*]/.test(charOf(previous)) && isUnspaced(char));
}

/** A space stands for line endings and the ends of the text. */
function charOf(code: Code): string {
  return code === null || code < 0 ? ' ' : String.fromCharCode(code);
}
