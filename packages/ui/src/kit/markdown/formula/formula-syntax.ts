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

/**
 * Micromark extension for formulas between `$`, `$$`, `\(` `\)` and `\[` `\]`, inline and as blocks. Prices stay text.
 */
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

/** Matches the two characters of a closing delimiter; `$$` closes itself. */
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

/** Matches the ending of an ordinal number: `$n$th`. */
const ordinalEnding: Construct = {
  partial: true,
  tokenize(effects, ok, nok) {
    let ending = '';
    const inside: State = (code) => {
      if (isWord(code) && ending.length < 2) {
        ending += charOf(code);
        effects.consume(code);
        return inside;
      }
      effects.exit('formulaEnd');
      return !isWord(code) && /^(?:th|st|nd|rd)$/.test(ending) ? ok(code) : nok(code);
    };
    return (code) => {
      effects.enter('formulaEnd');
      return inside(code);
    };
  },
};

/** Moves to the next line if the block continues there: not after a blank line, nor on a lazy continuation line. */
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

/** Matches a blank line. */
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
 * Tokenizes a block from `$$` or `\[` at the start of a line to its closing delimiter at the end of one. Without one,
 * the block ends before the next blank line, so that an unfinished one never swallows the rest of a reply.
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

/** Whether this can be the first line of a block that spans several lines. */
function mayBegin(text: string, isDollars: boolean): boolean {
  if (!text.trim()) return true;
  return isDollars ? !text.includes('$$') && !isProse(text) : !text.includes('\\]') && isBetweenBrackets(text);
}

/** Whether a line that consists only of delimiters and their content is a single formula. */
function isAlone(text: string, isDollars: boolean): boolean {
  if (isDollars) return text.trim() !== '' && !text.includes('$$') && !isProse(text);
  return !text.includes('\\]') && isBetweenBrackets(text);
}

/** Tokenizes a formula within a paragraph; it may span lines. */
function tokenizeInline(this: TokenizeContext, effects: Effects, ok: State, nok: State): State {
  const before = this.previous;
  let mark = '$';
  let text = '';
  const value = valueOf(effects);
  const exit: State = (code) => {
    effects.exit('formulaInline');
    return ok(code);
  };
  const done: State = (code) => {
    if (!accepts(mark, text)) return nok(code);
    if (mark === '$' && isWord(code))
      return /[a-z]/i.test(text) ? effects.check(ordinalEnding, exit, nok)(code) : nok(code);
    return exit(code);
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

/** Handles the token of an inline formula's content, which starts at its first character. */
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
