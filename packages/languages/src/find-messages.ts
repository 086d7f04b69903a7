import { contextId, messageId, splitForms } from '@parley/core';
import { parseSync } from 'vite';

/** A piece of source code, from `start` to before `end`. */
export interface Span {
  start: number;
  end: number;
}

/** A text that people read, where the code has it. */
export interface Message extends Span {
  kind: 't' | 'rich' | 'plural';
  /** The English text, after its context if it has one; of a plural, the form for many. */
  id: string;
  /** The English form for one. */
  one: string | null;
  values: Span[];
  /** What a plural counts. */
  count: Span | null;
}

interface Node extends Span {
  type: string;
  [key: string]: unknown;
}

const TAGS = new Set(['t', 'inContext', 'rich', 'plural']);
/** Tags that are called with one value. */
const CALLED = new Set(['inContext', 'plural']);

/** Finds the messages in a module: templates tagged with `t`, `inContext('…')`, `rich` or
 * `plural(…)`. Throws an `Error` with the file's name. */
export function findMessages(file: string, code: string): Message[] {
  if (!/\b(?:t|rich)`|\b(?:plural|inContext)\(/.test(code)) return [];
  const { program, errors } = parseSync(file, code);
  if (errors.length > 0) throw new Error(`${file} cannot be read: ${errors[0]?.message}`);
  const found: Message[] = [];
  visit(program as unknown as Node, (node) => {
    const message = node.type === 'TaggedTemplateExpression' ? readMessage(node) : null;
    if (message) found.push(message);
  });
  return found;
}

function readMessage({ tag, quasi, start, end }: Node): Message | null {
  const { callee, arguments: given = [], name } = tag as Node & { callee?: Node; arguments?: Node[] };
  const tagName = (name ?? callee?.name) as string;
  if (!TAGS.has(tagName) || CALLED.has(tagName) !== (given.length === 1)) return null;
  const kind = tagName === 'inContext' ? 't' : (tagName as Message['kind']);
  const { quasis, expressions } = quasi as { quasis: { value: { cooked: string } }[]; expressions: Node[] };
  const texts = quasis.map(({ value }) => value.cooked);
  const values = expressions.map(spanOf);
  if (kind !== 'plural') {
    const context = given[0]?.['value'] as string | undefined;
    return { kind, start, end, id: contextId(context, messageId(texts)), one: null, values, count: null };
  }
  const { one, other } = splitForms(texts);
  const half = values.slice(values.length / 2);
  return { kind, start, end, id: other, one, values: half, count: given[0] ? spanOf(given[0]) : null };
}

function spanOf({ start, end }: Span): Span {
  return { start, end };
}

/** Visits a node before its children. */
function visit(node: unknown, each: (node: Node) => void): void {
  if (Array.isArray(node)) for (const child of node) visit(child, each);
  if (typeof node !== 'object' || node === null || Array.isArray(node)) return;
  if (typeof (node as Node).type === 'string') each(node as Node);
  for (const value of Object.values(node)) if (typeof value === 'object') visit(value, each);
}
