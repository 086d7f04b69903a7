/** Loggable fields of an error that a service sent. */
export interface ServiceErrorFields {
  status?: number | undefined;
  code?: string | undefined;
  type?: string | undefined;
  param?: string | undefined;
  requestId?: string | undefined;
  /** The service's own error message. */
  sentence?: string | undefined;
}

/** An error from a service, bounded and without the user's words, so that it may be logged. */
export class ServiceError extends Error {
  readonly fields: ServiceErrorFields;

  constructor(fields: ServiceErrorFields) {
    super(fields.sentence ?? 'The service gave no reason.');
    this.name = 'ServiceError';
    this.fields = fields;
  }
}

/** Limit in characters. */
const MAX_SENTENCE = 300;
/** Limit in characters; longer words are keys, ids or files. */
const MAX_WORD = 40;

/** Common words of error messages, which reveal nothing even if the user wrote them too. */
const COMMON = new Set(
  (
    'about above access account accept accepted after again allowed already also although another answer authentication ' +
    'authorized available because been before being below billing cannot chat check code completion completions ' +
    'configured content contains context could credit credits current currently denied details disabled does doesn ' +
    'during either empty enabled endpoint enough error exceed exceeded exceeds exist exists expected expired failed ' +
    'failure field file filter first flagged format found from function given have however image images input instead ' +
    'internal into invalid it its just key large least length less limit limits loaded loading longer make many maximum ' +
    'message messages minimum missing model models more most must need none only organization other output over ' +
    'overloaded parameter parameters parse permission picture please plan policy processing project prompt provide ' +
    'provided provider quota rate reached reason reasoning received reduce refused rejected request requested requests ' +
    'required requires response result results retry safety search seconds server service should small some something ' +
    'stream successfully support supported supports system temporarily than that their then there these they this those ' +
    'timeout token tokens tool tools total type unable unauthorized unavailable unexpected unknown unsupported upstream ' +
    'used user using valid value values version violates wait was were what when where which while will with within ' +
    'without would wrong your'
  ).split(' '),
);

/**
 * Makes a service's message loggable: its first 300 characters, with every word masked that the user's own texts
 * contain, unless it is a common word of error messages.
 */
export function withoutEcho(words: string, said: readonly string[]): string {
  const texts = said.join('\n').toLowerCase();
  return words
    .slice(0, MAX_SENTENCE)
    .replaceAll(/[\p{L}\p{N}]+/gu, (word) => {
      const lower = word.toLowerCase();
      if (word.length > MAX_WORD) return '…';
      return isDistinctive(lower) && texts.includes(lower) ? '…' : word;
    })
    .toWellFormed();
}

function isDistinctive(word: string): boolean {
  return !COMMON.has(word) && !/^[a-z]{1,3}$/.test(word);
}
