import type { Answer, Rule, Turn } from './turn.ts';

interface Tool {
  /** Matches the whole request up to the text it applies to. */
  asks: RegExp;
  does: (text: string) => Answer;
}

const TOOLS: Tool[] = [
  {
    asks: /^(?:count|how many) (?:the )?(?:words|characters|letters|lines)(?: (?:and|or) (?:words|characters|lines))*(?: (?:are|are there))?/i,
    does: counted,
  },
  { asks: /^sort(?: the| these| my)?(?: lines| list| words)?(?: alphabetically)?/i, does: sorted },
  {
    asks: /^(?:upper ?case|(?:make|write|turn) (?:this|it) (?:in(?:to)? )?upper ?case|capitali[sz]e)/i,
    does: changed('upper case', (text) => text.toUpperCase()),
  },
  {
    asks: /^(?:lower ?case|(?:make|write|turn) (?:this|it) (?:in(?:to)? )?lower ?case)/i,
    does: changed('lower case', (text) => text.toLowerCase()),
  },
  {
    asks: /^(?:title ?case|(?:make|write|turn) (?:this|it) (?:in(?:to)? )?title ?case)/i,
    does: changed('title case', titleCase),
  },
  { asks: /^(?:(?:make|create) )?(?:a )?(?:slug|slugify)(?: (?:of|for))?/i, does: changed('a slug', slug) },
  {
    asks: /^(?:pretty[- ]?print|format|indent|check|validate)(?: (?:this|the))?(?: json)?(?= *[:{[\n])/i,
    does: prettyJson,
  },
  {
    asks: /^(?:reverse)(?: the)?(?: lines| text)?/i,
    does: changed('reverse', (text) => graphemes(text).toReversed().join('')),
  },
];

const ABOUT_EARLIER =
  /^(?: (?:in|of|for))? (?:my (?:last|previous) message|what i (?:wrote|said)(?: before)?)[\s?.!]*$/i;

/** Processes the user's own text: after a colon, on the lines below, in quotation marks, or in the previous message. */
export const textTools: Rule = {
  name: 'text tools',
  answer: (turn) => {
    for (const { asks, does } of TOOLS) {
      const request = asks.exec(turn.text)?.[0];
      if (request === undefined) continue;
      const words = ownWords(turn, turn.text.slice(request.length));
      if (words !== null) return does(words);
    }
    return null;
  },
};

function ownWords({ earlier }: Turn, rest: string): string | null {
  if (ABOUT_EARLIER.test(rest)) return earlier.findLast(({ role }) => role === 'user')?.text ?? null;
  const forms = [/^\s*([{[].*)$/s, /^[^\n:]{0,40}?["“](.+)["”][\s?.!]*$/s, /^[^\n:]{0,40}(?::|\n)\s*(\S.*)$/s];
  const given = forms.map((form) => form.exec(rest)?.[1]).find((words) => words !== undefined);
  return given?.trimEnd() ?? null;
}

function counted(text: string): Answer {
  const words = [...new Intl.Segmenter(undefined, { granularity: 'word' }).segment(text)].filter(
    (part) => part.isWordLike,
  );
  const characters = graphemes(text);
  const rows: [string, number][] = [
    ['Words', words.length],
    ['Characters', characters.length],
    ['Characters without spaces', characters.filter((character) => character.trim() !== '').length],
    ['Lines', text.split('\n').length],
  ];
  const table = rows.map(([name, count]) => `| ${name} | ${count.toLocaleString('en-US')} |`).join('\n');
  return { text: `| | Count |\n| :-- | --: |\n${table}`, steps: [`Split the text into ${words.length} words.`] };
}

function sorted(text: string): Answer {
  const separator = text.includes('\n') ? '\n' : text.includes(',') ? ',' : ' ';
  const items = text
    .split(separator)
    .map((item) => item.trim())
    .filter((item) => item !== '');
  const order = items.toSorted(new Intl.Collator('en', { numeric: true }).compare);
  const steps = [
    `Found ${items.length} ${separator === '\n' ? 'lines' : 'items'}.`,
    'Put them in alphabetical order, numbers by value.',
  ];
  return { text: block(order.join(separator === '\n' ? '\n' : separator === ',' ? ', ' : ' ')), steps };
}

function prettyJson(text: string): Answer {
  const json = text.replace(/^```(?:json)?\n|\n```$/g, '');
  try {
    return {
      text: block(JSON.stringify(JSON.parse(json), null, 2), 'json'),
      steps: ['Parsed the JSON: it is valid.', 'Indented it by two spaces.'],
    };
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return {
      text: `That isn’t valid JSON. The parser says:\n\n${block(why)}`,
      steps: ['Tried to parse the JSON; it failed.'],
    };
  }
}

function changed(name: string, change: (text: string) => string): (text: string) => Answer {
  return (text) => ({ text: block(change(text)), steps: [`Changed ${graphemes(text).length} characters: ${name}.`] });
}

function titleCase(text: string): string {
  const small = new Set('a an and as at but by for from in nor of on or the to with'.split(' '));
  return text.toLowerCase().replace(/[\p{L}\p{M}\p{N}'’]+/gu, (word, at: number) => {
    return at > 0 && small.has(word) ? word : word.charAt(0).toUpperCase() + word.slice(1);
  });
}

function slug(text: string): string {
  const plain = text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase();
  return plain.replace(/[^\p{L}\p{N}]+/gu, '-').replace(/^-+|-+$/g, '');
}

function graphemes(text: string): string[] {
  return [...new Intl.Segmenter(undefined, { granularity: 'grapheme' }).segment(text)].map(({ segment }) => segment);
}

/** A code block whose fence is longer than any in the text. */
function block(text: string, language = 'text'): string {
  const longest = Math.max(2, ...[...text.matchAll(/`{3,}/g)].map(([run]) => run.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}${language}\n${text}\n${fence}`;
}
