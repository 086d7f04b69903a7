import type { Code, Construct, Effects, Extension, State, TokenizeContext } from 'micromark-util-types';
import { isBetweenBrackets, isBetweenDollars, isBetweenParentheses, isProse } from './is-formula.ts';

declare module 'micromark-util-types' {
  interface TokenTypeMap {
    formulaBlock: 'formulaBlock';
    formulaInline: 'formulaInline';
    formulaMark: 'formulaMark';
    formulaValue: 'formulaValue';
    formulaEnd: 'formulaEnd';
  }
}

const dollar = 36;
const backslash = 92;
const parenthesis = 40;
const bracket = 91;

const isEol = (code: Code): boolean => code !== null && code < -2;
const isSpace = (code: Code): boolean => code === -2 || code === -1 || code === 32;
const isWord = (code: Code): boolean =>
  code !== null && code >= 0 && /[\p{L}\p{N}_$]/u.test(String.fromCodePoint(code));
const charOf = (code: Code): string => (code === null || code < 0 ? ' ' : String.fromCodePoint(code));

/** Formulas between `$`, `$$`, `\(` `\)` and `\[` `\]`, in text and as blocks. Prices stay prices. */
export const formulaSyntax: Extension = {
  flow: {
    [dollar]: { name: 'formulaBlock', tokenize: tokenizeBlock, concrete: true },
    [backslash]: { name: 'formulaBlock', tokenize: tokenizeBlock, concrete: true },
  },
  text: {
    [dollar]: { name: 'formulaInline', tokenize: tokenizeInline },
    [backslash]: { name: 'formulaInline', tokenize: tokenizeInline },
  },
};

/** The two characters that end what this one begins; for `$$` the same again. */
function closing(first: number, second: number, atLineEnd: boolean): Construct {
  return {
    partial: true,
    tokenize(effects, ok, nok) {
      const end: State = (code) => {
        if (isSpace(code)) {
          effects.consume(code);
          return end;
        }
        if (code !== null && !isEol(code)) return nok(code);
        effects.exit('formulaEnd');
        return ok(code);
      };
      return (code) => {
        if (code !== first) return nok(code);
        effects.enter('formulaEnd');
        effects.consume(code);
        return (next) => {
          if (next !== second) return nok(next);
          effects.consume(next);
          if (atLineEnd) return end;
          effects.exit('formulaEnd');
          return ok;
        };
      };
    },
  };
}

/** The next line, if the block goes on in it: not after a blank one, nor in a line that only a paragraph would take in. */
const nextLine: Construct = {
  partial: true,
  tokenize(this: TokenizeContext, effects, ok, nok) {
    const begin: State = (code) =>
      this.parser.lazy[this.now().line] ? nok(code) : effects.check(blank, nok, ok)(code);
    return (code) => {
      if (code === null) return nok(code);
      effects.enter('lineEnding');
      effects.consume(code);
      effects.exit('lineEnding');
      return begin;
    };
  },
};

/** A line of nothing, which is at its end. */
const blank: Construct = {
  partial: true,
  tokenize(effects, ok, nok) {
    const inside: State = (code) => {
      if (!isSpace(code)) return isEol(code) ? ok(code) : nok(code);
      effects.enter('whitespace');
      effects.consume(code);
      effects.exit('whitespace');
      return inside;
    };
    return inside;
  },
};

/**
 * A block from `$$` or `\[` at the beginning of a line to its end mark at the end of one. A block without an end ends
 * before the next blank line, so that an unfinished one never takes in the rest of a reply.
 */
function tokenizeBlock(this: TokenizeContext, effects: Effects, ok: State, nok: State): State {
  const { interrupt } = this;
  let isDollars = false;
  let text = '';
  let firstLine = true;
  const value = valueOf(effects);
  const done: State = (code) => {
    effects.exit('formulaBlock');
    return ok(code);
  };
  const closed: State = (code) => {
    return firstLine && !isAlone(text, isDollars) ? nok(code) : done(code);
  };
  const line: State = (code) => {
    if (code === null || isEol(code)) {
      value.end();
      if (firstLine && !mayBegin(text, isDollars)) return nok(code);
      if (firstLine && interrupt) return done(code);
      firstLine = false;
      return code === null ? done(code) : effects.attempt(nextLine, line, done)(code);
    }
    if (code === (isDollars ? dollar : backslash)) {
      value.end();
      return effects.attempt(closing(code, isDollars ? dollar : 93, true), closed, one)(code);
    }
    return one(code);
  };
  const one: State = (code) => {
    value.take(code);
    text += charOf(code);
    return code === backslash ? escaped : line;
  };
  const escaped: State = (code) => (code === backslash ? one2(code) : line(code));
  const one2: State = (code) => {
    value.take(code);
    text += charOf(code);
    return line;
  };
  return (code) => {
    isDollars = code === dollar;
    effects.enter('formulaBlock');
    effects.enter('formulaMark');
    effects.consume(code);
    return (second) => {
      if (second !== (isDollars ? dollar : bracket)) return nok(second);
      effects.consume(second);
      effects.exit('formulaMark');
      return (third) => (isDollars && third === dollar ? nok(third) : line(third));
    };
  };
}

/** Whether the first line of a block, which does not end in it, can be one. */
function mayBegin(text: string, isDollars: boolean): boolean {
  if (!text.trim()) return true;
  return isDollars ? !text.includes('$$') && !isProse(text) : !text.includes('\\]') && isBetweenBrackets(text);
}

/** Whether a line of nothing but marks and what is between them holds one formula. */
function isAlone(text: string, isDollars: boolean): boolean {
  if (isDollars) return text.trim() !== '' && !text.includes('$$') && !isProse(text);
  return !text.includes('\\]') && isBetweenBrackets(text);
}

/** A formula within a line, or broken over lines of a paragraph. */
function tokenizeInline(this: TokenizeContext, effects: Effects, ok: State, nok: State): State {
  const before = this.previous;
  let mark = '$';
  let text = '';
  const value = valueOf(effects);
  const done: State = (code) => {
    if (mark === '$' && isWord(code)) return nok(code);
    if (!accepts(mark, text)) return nok(code);
    effects.exit('formulaInline');
    return ok(code);
  };
  const inside: State = (code) => {
    if (code === null) return nok(code);
    if (isEol(code)) {
      value.end();
      effects.enter('lineEnding');
      effects.consume(code);
      effects.exit('lineEnding');
      text += '\n';
      return inside;
    }
    if (mark === '$' && code === dollar) {
      value.end();
      effects.enter('formulaEnd');
      effects.consume(code);
      effects.exit('formulaEnd');
      return done;
    }
    if (mark === '$$' && code === dollar) {
      value.end();
      return effects.attempt(closing(dollar, dollar, false), done, nok)(code);
    }
    if (code === backslash && !mark.startsWith('$')) {
      value.end();
      return effects.attempt(closing(backslash, mark === '\\(' ? 41 : 93, false), done, take)(code);
    }
    return take(code);
  };
  const take: State = (code) => {
    value.take(code);
    text += charOf(code);
    return code === backslash ? escaped : inside;
  };
  const escaped: State = (code) => {
    if (code !== backslash && code !== dollar) return inside(code);
    value.take(code);
    text += charOf(code);
    return inside;
  };
  return (code) => {
    if (code === dollar && isWord(before)) return nok(code);
    effects.enter('formulaInline');
    effects.enter('formulaMark');
    effects.consume(code);
    return (second) => {
      const isDollar = code === dollar;
      if (!isDollar && second !== parenthesis && second !== bracket) return nok(second);
      mark = isDollar && second !== dollar ? '$' : charOf(code) + charOf(second);
      if (mark !== '$') effects.consume(second);
      effects.exit('formulaMark');
      return mark === '$' ? inside(second) : inside;
    };
  };
}

function accepts(mark: string, text: string): boolean {
  if (mark === '$') return isBetweenDollars(text);
  if (mark === '$$') return text.trim() !== '' && !isProse(text);
  return mark === '\\(' ? isBetweenParentheses(text) : isBetweenBrackets(text);
}

/** The token of a formula's text in a line, begun with its first character. */
function valueOf(effects: Effects): { take: (code: Code) => void; end: () => void } {
  let open = false;
  return {
    take: (code) => {
      if (!open) effects.enter('formulaValue');
      open = true;
      effects.consume(code);
    },
    end: () => {
      if (open) effects.exit('formulaValue');
      open = false;
    },
  };
}
