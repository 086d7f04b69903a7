import type { Catalog } from './catalog.ts';

/** A language of accented English. What is still plain in its build is a text that nobody can translate. */
export const PSEUDO = 'en-XA';

const ACCENTED: Record<string, string> = Object.fromEntries(
  [
    ...'aàbƀcçdđeéfƒgĝhĥiîjĵkķlļmɱnñoöpþqɋrŕsštţuûvṽwŵxẋyýzžAÀBƁCÇDĐEÉFƑGĜHĤIÎJĴKĶLĻMṀNÑOÖPÞQɊRŔSŠTŢUÛVṼWŴXẊYÝZŽ',
  ].flatMap((letter, index, all) => (index % 2 === 0 ? [[letter, all[index + 1] ?? letter]] : [])),
);

export const pseudoCatalog: Catalog = {
  categories: ['one', 'other'],
  ids: [],
  message: accent,
  plural: (id) => [accent(id), accent(id)],
};

/** Replaces letters, and adds a third to the length, as translations do. Placeholders stay. */
function accent(text: string): string {
  const letters = text.replace(/\{\d+\}|[a-z]/gi, (part) => ACCENTED[part] ?? part);
  return `${letters}${'·'.repeat(Math.ceil(text.length / 3))}`;
}
