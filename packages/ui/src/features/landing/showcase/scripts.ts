import { t } from '@parley/core';
import type { StreamEvent } from '@parley/core';
import lighthouse from './lighthouse.svg';
import type { Scene } from './scenes.ts';

/** A word, or a few characters of a language without spaces. */
const WORD = /\s*(?:[\u3001-\u9fff\uff01-\uff5e]{1,3}|[^\s\u3001-\u9fff\uff01-\uff5e]+)(?:\n+|$)?/g;

const REASONING = t`Two trips a month are 24 a year. At full fare that is 24 × $28 = $672. With the card each trip costs $14, so 24 × $14 = $336, plus $120 for the card: $456. The card pays for itself after 120 ÷ 14 ≈ 8.6 trips.`;

const TABLE = [
  `| | ${t`24 trips a year`} |`,
  '|---|--:|',
  `| ${t`Without the card`} | $672 |`,
  `| ${t`With the card`} | $456 |`,
];

/** The reply of each scene as stream events. */
export const SCRIPTS: Record<Scene['id'], StreamEvent[]> = {
  ask: content(
    [
      `**${t`Lemony chickpeas with wilted spinach.`}** ${t`One pan, 15 minutes.`}`,
      [
        `1. ${t`Drain the chickpeas and fry them in olive oil until they crackle, about 6 minutes.`}`,
        `2. ${t`Add sliced garlic, then the spinach by the handful, until it wilts.`}`,
        `3. ${t`Take the pan off the heat. Stir in the lemon’s zest and juice, salt, and plenty of pepper.`}`,
      ].join('\n'),
    ].join('\n\n'),
  ),
  think: [
    ...words(REASONING).map((piece): StreamEvent => ({ type: 'reasoning', content: piece, status: 'streaming' })),
    { type: 'reasoning', content: '', status: 'complete', durationMs: 6000 },
    ...content(`**${t`Yes. You’d save $216 a year.`}**\n\n`),
    // In one chunk, so that its columns do not move.
    { type: 'content', content: `${TABLE.join('\n')}\n\n` },
    ...content(t`It pays for itself with the **ninth trip**, so even at one trip a month you’d come out ahead.`),
  ],
  search: [
    ...content(
      [
        t`In the **far south**. On the morning of August 2, 2027, the Moon’s shadow crosses the Strait of Gibraltar, and the Sun is covered completely in Cádiz, Málaga, Ceuta and Melilla.`,
        t`In the rest of the country the eclipse is partial. Wear eclipse glasses whenever any part of it shows.`,
      ].join('\n\n'),
    ),
    {
      type: 'sources',
      sources: [
        'https://en.wikipedia.org/wiki/Solar_eclipse_of_August_2,_2027',
        'https://www.timeanddate.com/eclipse/solar/2027-august-2',
        'https://science.nasa.gov/eclipses/safety/',
      ],
      titles: [t`Solar eclipse of August 2, 2027`, t`Total solar eclipse of August 2, 2027`, t`Eclipse viewing safety`],
    },
  ],
  draw: [{ type: 'image', imageUrl: lighthouse, imagePrompt: t`A lighthouse at dusk over a calm sea` }],
  read: content(
    [
      t`Three clauses deserve a question:`,
      [
        `- **${t`Notice (§ 4).`}** ${t`You have to give three months, the landlord only one. Ask for the same on both sides.`}`,
        `- **${t`Repairs (§ 7).`}** ${t`“Minor repairs” are yours, without a limit. Agree on an amount.`}`,
        `- **${t`Deposit (§ 9).`}** ${t`No date for its return. Get one in writing.`}`,
      ].join('\n'),
    ].join('\n\n'),
  ),
};

function content(text: string): StreamEvent[] {
  return words(text).map((piece) => ({ type: 'content', content: piece }));
}

/** Splits a text into chunks like those that a model streams. */
function words(text: string): string[] {
  return text.match(WORD) ?? [];
}
