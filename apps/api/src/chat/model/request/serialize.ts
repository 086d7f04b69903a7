/** The JSON of messages of words, kept as long as the message, which the branch cache keeps. */
const SERIALIZED = new WeakMap<object, Buffer>();
const COMMA = Buffer.from(',');

/**
 * Serializes a request's body as JSON, with its list of messages, `field`, last. A message must never change: a request
 * that sends the same one again copies its bytes.
 */
export function serialize(body: object, field: string): Buffer {
  const { [field]: messages = [], ...rest } = body as Record<string, readonly { content?: unknown }[]>;
  const head = `${JSON.stringify(rest).slice(0, -1)},${JSON.stringify(field)}:[`;
  const list = messages.flatMap((message) => [COMMA, serializeOnce(message)]).slice(1);
  return Buffer.concat([Buffer.from(head), ...list, Buffer.from(']}')]);
}

function serializeOnce(message: { content?: unknown }): Buffer {
  const known = SERIALIZED.get(message);
  if (known) return known;
  const bytes = Buffer.from(JSON.stringify(message));
  // Any other has files, and is a new object in each request.
  if (typeof message.content === 'string') SERIALIZED.set(message, bytes);
  return bytes;
}
