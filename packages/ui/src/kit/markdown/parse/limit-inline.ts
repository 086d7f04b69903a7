import type { Construct, ConstructRecord, ParseContext, State, TokenizeContext } from 'micromark-util-types';
import { adaptToUnspaced, isRun } from './unspaced-text.ts';

/** Markers that one text (a paragraph, heading or cell) may contain; the parser's cost grows with their square. */
const maxMarkers = 1000;
/** Characters of a run of `*`, `_` or `~` that can open or close emphasis. */
const longestRun = 32;
/** Characters that a text may scan in vain for closing markers: a base, and a multiple of the characters before. */
const freeScan = 4000;
const scanPerCharacter = 8;
/** Characters of a text in which plain addresses are looked for; each looks back for a bracket. */
const linkedLength = 4000;

const markers = new Set(['!', '$', '&', '*', '<', '[', '\\', ']', '_', '`', '~'].map((char) => char.charCodeAt(0)));

interface Spent {
  start: number;
  markers: number;
  scanned: number;
}

const texts = new WeakMap<TokenizeContext, Spent>();
let limitedConstructs: ConstructRecord | undefined;

/**
 * Bounds the work of parsing inline Markdown, which is quadratic for hostile texts: excess markers stay text. Call once
 * for each parse, before the first text.
 */
export function limitInline({ constructs }: ParseContext): void {
  limitedConstructs ??= Object.fromEntries(
    Object.entries(constructs.text).map(([code, list]) => [
      code,
      [list ?? []].flat().map((construct) => limit(adaptToUnspaced(construct), markers.has(Number(code)))),
    ]),
  );
  constructs.text = limitedConstructs;
}

function limit(construct: Construct, isMarker: boolean): Construct {
  // Line endings are neither markers nor the start of an address.
  if (!isMarker && !construct.previous) return construct;
  return {
    ...construct,
    // Checked before the text is split here, since many splits are quadratic as well.
    previous(code) {
      return !isSpent(this, isMarker) && (construct.previous?.call(this, code) ?? true);
    },
    tokenize(this: TokenizeContext, effects, ok, nok) {
      if (isSpent(this, isMarker)) return nok;
      const spent = spentOf(this);
      if (isMarker) spent.markers += 1;
      const { offset } = this.now();
      const fail: State = (code) => {
        spent.scanned += this.now().offset - offset;
        return nok(code);
      };
      const end: State = (code) =>
        isRun(construct) && this.now().offset - offset > longestRun ? fail(code) : ok(code);
      return construct.tokenize.call(this, effects, end, fail);
    },
  };
}

function isSpent(text: TokenizeContext, isMarker: boolean): boolean {
  const { start, markers: count, scanned } = spentOf(text);
  const length = text.now().offset - start;
  if (!isMarker && length > linkedLength) return true;
  return count > maxMarkers || scanned > freeScan + scanPerCharacter * length;
}

function spentOf(text: TokenizeContext): Spent {
  let spent = texts.get(text);
  if (!spent) texts.set(text, (spent = { start: text.now().offset, markers: 0, scanned: 0 }));
  return spent;
}
