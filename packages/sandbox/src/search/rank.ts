/** An item and how well its text matches the query. */
export interface Ranked<Item> {
  item: Item;
  /** Above 0. */
  score: number;
  /** The query words it contains, as written in the query. */
  shared: string[];
}

/** Matches words, and single characters of scripts without spaces. */
const WORD = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}]|[\p{L}\p{M}\p{N}]+/gu;

const COMMON = new Set(
  (
    'a about all also an and any are as at be been but by can could did do does for from get give had has have how i if ' +
    'in into is it its just like made make may me more most my no not of on one or our out please said say says should ' +
    'so some tell than that the their them then there these they this to up us use was we were what when where which ' +
    'while who why will with would you your ' +
    'aber als an auch auf aus bei bin bis das dass dem den der des die du ein eine einem einen einer er es für hat ich ' +
    'ihr im ist ja kann man mein mich mir mit nach nicht noch nur oder sehr sich sie sind so über um und uns von vor wann ' +
    'war warum was wer wie wir wird wo zu zum zur ' +
    'au aux avec ce ces cette dans de des du elle en est et il je la le les leur lui mais me mon ne nous on ou où par pas ' +
    'pour qu que qui sa se ses son sont sur un une vous ' +
    'al como con cual del el ella en es esta este la las lo los más mi muy no nos para pero por que qué se si sin son su ' +
    'sus te un una y yo ' +
    'a che chi ci come con da dei del della di e è gli ha i il in la le lo ma mi nel non per più se sono su ti un una ' +
    'à ao com do dos e em eu não na no o os ou para por que se sem um uma você'
  ).split(' '),
);

/** The words of a text in lower case, in order. */
export function words(text: string): string[] {
  return text.toLowerCase().match(WORD) ?? [];
}

/** Whether a lowercase word is a stop word. */
export function isCommon(word: string): boolean {
  return COMMON.has(word) || /^\p{Script=Latin}$/u.test(word);
}

/** Ranks the items that share words with the query, best first. The fewer items contain a word, the more it counts. */
export function rank<Item>(asked: string, items: readonly Item[], textOf: (item: Item) => string): Ranked<Item>[] {
  const wanted = new Map(
    words(asked)
      .filter((word) => !isCommon(word))
      .map((word) => [stem(word), word]),
  );
  if (wanted.size === 0) return [];
  const found = items.map(
    (item) =>
      new Set(
        words(textOf(item))
          .map(stem)
          .filter((word) => wanted.has(word)),
      ),
  );
  const holders = new Map<string, number>();
  for (const its of found) for (const word of its) holders.set(word, (holders.get(word) ?? 0) + 1);
  return items
    .flatMap((item, index) => {
      const its = [...(found[index] ?? [])];
      const score = its.reduce((sum, word) => sum + Math.log(1 + items.length / (holders.get(word) ?? 1)), 0);
      return score > 0 ? [{ item, score, shared: its.map((word) => wanted.get(word) ?? word) }] : [];
    })
    .toSorted((one, other) => other.score - one.score);
}

/** English plurals and the like: `cookies` finds `cookie`, `policies` finds `policy`. */
function stem(word: string): string {
  if (word.length > 4 && /ies?$/.test(word)) return word.replace(/ies?$/, 'y');
  return word.length > 3 && /[^su]s$/.test(word) ? word.slice(0, -1) : word;
}
