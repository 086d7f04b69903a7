/// <reference lib="esnext.temporal" />
import { parseDay } from './parse-day.ts';
import { shortQuestion, type Answer, type Rule, type Turn } from '../turn.ts';

type Form = [RegExp, (turn: Turn, current: Temporal.PlainDate, parts: string[]) => Answer | null];

/** Number words that may replace digits; the index is the number. */
const NUMBER_WORDS = 'zero one two three four five six seven eight nine ten eleven twelve'.split(' ');

const FORMS: Form[] = [
  [/^(?:what(?:'s| is) )?(?:the )?(?:time|current time)(?: is it)?(?: now)?$|^what time is it(?: now)?$/, timeNow],
  [
    /^what (?:day|date) is (?:it|today|it today)$|^what(?:'s| is) (?:the date|today'?s date|the date today|today)$|^(?:today'?s date|date|today)$/,
    ({ timeZone }, current) => ({
      text: `Today is **${formatDay(current)}**${zone(timeZone)}.`,
      steps: ['Read the clock.'],
    }),
  ],
  [
    /^(?:what|which) (?:day of the week|weekday|day) (?:is|was|will be|falls on) (.+)$|^weekday of (.+)$|^(\d{4}-\d{1,2}-\d{1,2})$/,
    weekdayOf,
  ],
  [/^(?:how many )?days (?:are there )?(?:between|from) (.+?) (?:and|to|until) (.+)$/, daysBetween],
  [
    /^(?:how many )?days (?:are there )?(?:left )?(?:until|till|to) (.+)$/,
    (turn, current, [until = '']) => daysBetween(turn, current, ['today', until]),
  ],
  [
    /^(?:what|which|when)?(?: (?:day|date|weekday))?(?: is| will be)?(?: it)? ?in (\w+) (day|week|month|year)s?$/,
    (turn, current, parts) => shifted(turn, current, parts, 1),
  ],
  [
    /^(?:what|which|when)?(?: (?:day|date|weekday))?(?: is| will be)?(?: it)? ?(\w+) (day|week|month|year)s? from (?:now|today)$/,
    (turn, current, parts) => shifted(turn, current, parts, 1),
  ],
  [
    /^(?:what|which|when)?(?: (?:day|date|weekday))?(?: was)?(?: it)? ?(\w+) (day|week|month|year)s? ago$/,
    (turn, current, parts) => shifted(turn, current, parts, -1),
  ],
];

export const dates: Rule = {
  name: 'dates',
  answer: (turn) => {
    const asked = shortQuestion(turn, 120);
    if (asked === null) return null;
    const current = Temporal.Instant.fromEpochMilliseconds(turn.now).toZonedDateTimeISO(turn.timeZone).toPlainDate();
    for (const [form, answer] of FORMS) {
      const parts = form
        .exec(asked)
        ?.slice(1)
        .filter((part) => part !== undefined);
      const found = parts ? answer(turn, current, parts) : null;
      if (found) return found;
    }
    return null;
  },
};

function timeNow({ now, timeZone }: Turn): Answer {
  const time = new Intl.DateTimeFormat('en-US', { timeZone, timeStyle: 'short' }).format(now);
  return { text: `It is **${time}**${zone(timeZone)}.`, steps: ['Read the clock.'] };
}

function weekdayOf({ timeZone }: Turn, current: Temporal.PlainDate, [asked = '']: string[]): Answer | null {
  const day = parseDay(asked, current);
  if (day === null) return null;
  const verb = Temporal.PlainDate.compare(day, current) < 0 ? 'was' : 'is';
  const basis = asked === 'today' || asked === 'tomorrow' || asked === 'yesterday' ? zone(timeZone) : '';
  return {
    text: `${formatDay(day).replace(/^\w+, /, '')} ${verb} a **${day.toLocaleString('en-US', { weekday: 'long' })}**${basis}.`,
    steps: [`Read the date as ${formatDay(day)}.`],
  };
}

function daysBetween({ timeZone }: Turn, current: Temporal.PlainDate, [from = '', to = '']: string[]): Answer | null {
  const first = parseDay(from, current);
  const last = parseDay(to, current);
  if (first === null || last === null) return null;
  const count = Math.abs(first.until(last).days);
  const basis = from === 'today' || to === 'today' ? ` Today is taken${zone(timeZone)}.` : '';
  return {
    text: `From ${formatDay(first)} to ${formatDay(last)}: **${count.toLocaleString('en-US')} ${count === 1 ? 'day' : 'days'}**.${basis}`,
    steps: [`Read ${formatDay(first)} and ${formatDay(last)}.`, `Counted ${count} midnights between them.`],
  };
}

function shifted(
  { timeZone }: Turn,
  current: Temporal.PlainDate,
  [written = '', unit = '']: string[],
  sign: 1 | -1,
): Answer | null {
  const count = /^\d{1,4}$/.test(written) ? Number(written) : numberNamed(written);
  if (count === null) return null;
  const day = current.add({ [`${unit}s`]: count * sign });
  const size = `${count} ${unit}${count === 1 ? '' : 's'}`;
  return {
    text: `${sign === 1 ? `In ${size} it is` : `${size} ago it was`} **${formatDay(day)}**${zone(timeZone)}.`,
    steps: [`Started from ${formatDay(current)}.`, `Moved ${size} ${sign === 1 ? 'forward' : 'back'}.`],
  };
}

/** `Friday, December 25, 2026` */
function formatDay(day: Temporal.PlainDate): string {
  return day.toLocaleString('en-US', { dateStyle: 'full' });
}

function zone(timeZone: string): string {
  return ` in the server's time zone (${timeZone})`;
}

function numberNamed(word: string): number | null {
  const number = word === 'a' || word === 'an' ? 1 : NUMBER_WORDS.indexOf(word);
  return number === -1 ? null : number;
}
