/** Returns a message in another language; undefined keeps the English one. */
export interface Translator {
  /** `id` is the English text with `{0}`, `{1}`… for its values, after its context if it has one. */
  message(id: string): string | undefined;
  /** `id` is the English plural. Returns the form for `count`. */
  plural(id: string, count: number): string | undefined;
}

type Value = string | number;

let translator: Translator | null = null;

/** Translates all messages from now on. Only the server needs it: clients are built with their language's texts. */
export function setTranslator(next: Translator | null): void {
  translator = next;
}

/** The id of a message: its English text with `{0}`, `{1}`… for its values, and each line break as one space. */
export function messageId(texts: readonly string[]): string {
  const id = texts.map((text, index) => (index === 0 ? text : `{${index - 1}}${text}`)).join('');
  if (!id.includes('\n')) return id;
  return id
    .split('\n')
    .map((line) => line.trim())
    .join(' ');
}

/** Splits a message into its texts and, as numbers, the places of its values. */
export function splitMessage(message: string): (string | number)[] {
  return message
    .split(/\{(\d+)\}/)
    .map((part, index) => (index % 2 === 0 ? part : Number(part)))
    .filter((part) => part !== '');
}

function fillMessage(message: string, values: readonly Value[]): string {
  return splitMessage(message)
    .map((part) => (typeof part === 'number' ? values[part] : part))
    .join('');
}

/** A text that people read, in English: t`Ends on ${date}`. The build of a client replaces it with its language's. */
export function t(texts: TemplateStringsArray, ...values: Value[]): string {
  const id = messageId(texts);
  return fillMessage(translator?.message(id) ?? id, values);
}

/**
 * A text whose English means something else elsewhere: inContext('a report')`Dismiss`. Translators see the context and
 * translate both texts.
 */
export function inContext(context: string): typeof t {
  return (texts, ...values) => {
    const english = messageId(texts);
    return fillMessage(translator?.message(contextId(context, english)) ?? english, values);
  };
}

/** The id of a message with a context, as gettext writes it. */
export function contextId(context: string | null | undefined, english: string): string {
  return context ? `${context}\u0004${english}` : english;
}

/** A message's English text. */
export function englishOf(id: string): string {
  return id.slice(id.indexOf('\u0004') + 1);
}

/** Translates a sentence that was made in English, such as a constant. One that is unknown stays as it is. */
export function translated(sentence: string): string {
  return translator?.message(sentence) ?? sentence;
}

/**
 * A text that depends on a number: plural(count)`${count} file|${count} files`. Before the bar is the text for one, with
 * as many values as the text after it. Other languages have other forms.
 */
export function plural(count: number): (texts: TemplateStringsArray, ...values: Value[]) => string {
  return (texts, ...values) => {
    const { one, other } = splitForms(texts);
    const half = values.slice(values.length / 2);
    return fillMessage(translator?.plural(other, count) ?? (count === 1 ? one : other), half);
  };
}

/** The ids of a plural's two English forms. Both number their values from `{0}`. */
export function splitForms(texts: readonly string[]): { one: string; other: string } {
  const middle = (texts.length - 1) / 2;
  const [before, after, ...more] = (texts[middle] ?? '').split('|');
  if (before === undefined || after === undefined || more.length > 0) {
    throw new Error(`A plural needs one bar between two forms with the same values: ${texts.join('…')}`);
  }
  return {
    one: messageId([...texts.slice(0, middle), before]),
    other: messageId([after, ...texts.slice(middle + 1)]),
  };
}
